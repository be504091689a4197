package dev.attache.resource.testkit.store;

import dev.attache.history.AppendToken;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program that appends turns to a conversation of a store, each with a token, and prints the name
 * of each once it is told that it is safe.
 */
final class StoreWriter implements AutoCloseable {

  /** The name of one that deletes parts of what nobody needs, in the place of turns. */
  static final String COLLECTOR = "collector";

  private final Process process;
  private final BufferedReader out;

  private StoreWriter(Process process) {
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts it in a JVM of its own.
   *
   * @param first the number of the first turn
   * @param end the number after that of the last one
   */
  static StoreWriter start(Class<?> contract, String place, String name, int first, int end)
      throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            StoreWriter.class.getName(),
            contract.getName(),
            place,
            name,
            Integer.toString(first),
            Integer.toString(end));
    return new StoreWriter(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** The name of the turn that is safe now; null after the last one. */
  @Nullable String next() throws IOException {
    return out.readLine();
  }

  /** The names of the turns that are safe by the time it ends. */
  List<String> rest() {
    return out.lines().toList();
  }

  /** Ends it in the middle of what it does. */
  void kill() throws InterruptedException {
    process.toHandle().destroyForcibly(); // which leaves what was printed
    process.waitFor();
  }

  int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    out.close();
  }

  /** The name of a turn, which is its text, its token and the name of what is attached. */
  static String name(String writer, int number) {
    return writer + "-" + number;
  }

  /** Takes the class of the contract, the place of the store, a name, and two numbers. */
  public static void main(String[] arguments) throws Exception {
    Constructor<?> constructor = Class.forName(arguments[0]).getDeclaredConstructor();
    constructor.setAccessible(true);
    var contract = (StoreFixture) constructor.newInstance();
    ConversationStore store = contract.open(arguments[1]);
    int first = Integer.parseInt(arguments[3]);
    int end = Integer.parseInt(arguments[4]);
    if (arguments[2].equals(COLLECTOR)) {
      collect(store, first, end);
    } else {
      append(store, arguments[2], first, end);
    }
  }

  /** Deletes part after part of what nobody needs, and names each. */
  private static void collect(ConversationStore store, int first, int end) throws StoreException {
    for (int number = first; number < end; number++) {
      Collected unused = store.collect(() -> true);
      System.out.println(name(COLLECTOR, number));
      System.out.flush();
    }
  }

  private static void append(ConversationStore store, String writer, int first, int end)
      throws StoreException {
    ConversationLog log = store.open(StoreFixture.ID);
    for (int number = first; number < end; number++) {
      String name = name(writer, number);
      // now and then so long that writing it takes its time
      List<String> answers = List.of(name.repeat(number % 5 == 0 ? 20_000 : 1));
      SampleTurns.once(AppendToken.of(name), store, log, name, answers, name);
      System.out.println(name);
      System.out.flush();
    }
  }
}
