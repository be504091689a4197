package dev.attache.store;

import dev.attache.history.Attachment;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationLog;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A program that appends turns to one conversation, and prints the text of each once it is safe;
 * last the message of what went wrong, if something did.
 */
public final class AppendingProgram {

  private AppendingProgram() {}

  /** Starts it in a JVM of its own. */
  public static Process start(Path store, String name, int count, String... vm) throws IOException {
    var command = new ArrayList<String>(List.of(vm));
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            AppendingProgram.class.getName(),
            store.toString(),
            name,
            Integer.toString(count)));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Takes the directory of the store, a name, and how many turns. */
  public static void main(String[] arguments) {
    try {
      append(Path.of(arguments[0]), arguments[1], Integer.parseInt(arguments[2]), System.out);
    } catch (StoreException e) {
      System.out.println(e.message());
      System.exit(1);
    }
  }

  public static void append(Path directory, String name, int count, PrintStream out)
      throws StoreException {
    EmbeddedStore store = EmbeddedStore.at(directory);
    ConversationLog log = store.open(Histories.ID);
    var random = new Random(name.hashCode());
    for (int i = 0; i < count; i++) {
      String text = name + " " + i;
      try (BlobBatch batch = store.begin()) {
        List<Attachment> attachments = attachments(text, batch, random);
        log.append(batch, now -> events(now.summary().turns(), text, attachments));
      }
      out.println(text);
      out.flush();
    }
  }

  /** One event or two, now and then so long that writing them takes its time. */
  private static List<ConversationEvent> events(
      int turn, String text, List<Attachment> attachments) {
    ConversationEvent request = Histories.turn(turn, text, attachments, List.of());
    return turn % 5 == 0
        ? List.of(request, Histories.response(turn, text.repeat(5_000)))
        : List.of(request);
  }

  private static List<Attachment> attachments(String text, BlobBatch batch, Random random)
      throws StoreException {
    var attachments = new ArrayList<Attachment>();
    for (int i = random.nextInt(3); i > 0; i--) {
      attachments.add(
          Histories.attachment("f" + i, batch.add(ResourceContent.text(text + " file " + i))));
    }
    return attachments;
  }
}
