package dev.attache.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.Channel;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.model.call.ModelSettings;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import dev.attache.test.FakeWire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A program that answers the turns that another one has left in several conversations of one store,
 * all at once, and then asks and answers turns of its own until it is killed, or its input ends. It
 * prints {@code ready}, waits for a line, and prints {@code answered} after each turn.
 */
final class LoopProgram {

  static final String FILE = "a.txt";

  /** How many versions of the file there are. */
  static final int VERSIONS = 4;

  private static final int LINES = 200;

  private final Path workspace;
  private final FakeWire wire;
  private final Resolver resolver;
  private final AskedModel model;
  private final Conversation conversation;
  private volatile boolean isLast; // the turn that is being answered

  private LoopProgram(Path workspace, EmbeddedStore store, FakeWire wire, String url)
      throws IOException {
    this.workspace = workspace;
    this.wire = wire;
    resolver = Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(workspace).build();
    model =
        LoopWorkspace.model(
            wire,
            ModelSettings.builder()
                .baseUrl(URI.create(url))
                .privateHostAllowed(true)
                .key(() -> "key")
                .environment(Map.of())
                .firstPause(Duration.ofMillis(1))
                .build());
    conversation = conversation(store, wire);
  }

  /**
   * Starts it in a JVM of its own.
   *
   * @param urls the providers, by the wire of each conversation
   */
  static Process start(Path workspace, Map<FakeWire, String> urls) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                LoopProgram.class.getName(),
                workspace.toString()));
    urls.forEach((wire, url) -> command.add(wire + "=" + url));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Takes the workspace, and the providers, each as its wire, an equals sign, and its URL. */
  public static void main(String[] arguments) throws IOException {
    Path workspace = Path.of(arguments[0]);
    EmbeddedStore store = store(workspace);
    var programs = new ArrayList<LoopProgram>();
    for (String provider : List.of(arguments).subList(1, arguments.length)) {
      String[] parts = provider.split("=", 2);
      programs.add(new LoopProgram(workspace, store, FakeWire.valueOf(parts[0]), parts[1]));
    }
    System.out.println("ready");
    var input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    String line = input.readLine();
    programs.forEach(program -> new Thread(program::run).start());
    while (line != null) {
      line = input.readLine();
    }
    programs.forEach(program -> program.isLast = true);
  }

  static EmbeddedStore store(Path workspace) {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  /** The file whose lines are the calls that ran. */
  static Path runs(Path workspace, FakeWire wire) {
    return workspace.resolve("runs-" + wire);
  }

  static Conversation conversation(EmbeddedStore store, FakeWire wire) throws IOException {
    ConversationId id = ConversationId.of("killed-" + wire.name().toLowerCase(Locale.ROOT));
    ConversationOptions options = ConversationOptions.DEFAULT.channel(Channel.STRUCTURED);
    return store.conversations(false).contains(id)
        ? Conversation.open(store, id, options)
        : Conversation.create(store, id, options);
  }

  /** The versions of the file, which differ in two lines. */
  static String content(int version) {
    String head = "begin of " + FILE + ", version " + version + " of 22\n";
    var lines = new ArrayList<>(Collections.nCopies(LINES, "a line of it\n"));
    lines.set(LINES / VERSIONS * version, "the line of version " + version + "\n");
    return head + String.join("", lines) + "end of " + FILE + "\n";
  }

  private void run() {
    try {
      if (conversation.summary().turns() == 0) {
        ask();
      }
      System.out.println("answered " + wire + " " + loop().run().end());
      while (!isLast) {
        ask();
        System.out.println("answered " + wire + " " + loop().run().end());
      }
    } catch (IOException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1); // what was not killed has failed
    }
  }

  private void ask() throws IOException {
    String text = "Question " + conversation.summary().turns() + " of this talk.";
    try (TurnDraft turn = conversation.begin(text, null);
        Resolution resolution = resolver.resolve(List.of(FILE))) {
      turn.declare(Requester.USER, FILE);
      for (Outcome outcome : resolution) {
        turn.attach(((Outcome.Resolved) outcome).snapshot(), FILE, Requester.USER);
      }
      turn.record();
    }
  }

  private AgentLoop loop() {
    LoopTool count =
        LoopWorkspace.tool(
            "count",
            arguments -> {
              note(arguments.get("n") + "\n");
              sleep(20); // in which it may be killed
              return "counted " + arguments.get("n");
            });
    LoopTool edit =
        LoopWorkspace.tool(
            "edit",
            arguments -> {
              edit(Integer.parseInt(String.valueOf(arguments.get("to"))));
              return "edited";
            });
    return AgentLoop.builder(conversation, model)
        .tools(
            List.of(LoopTool.refresh(RefreshResourceTool.of(conversation, resolver)), count, edit))
        .approval(ToolApproval.EVERYTHING)
        .build();
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void edit(int version) throws IOException {
    Path written = Files.createTempFile(workspace, "edited", null);
    Files.writeString(written, content(version));
    Files.move(written, workspace.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Notes that a call runs, in a way that survives what comes next. */
  private void note(String line) throws IOException {
    Files.writeString(runs(workspace, wire), line, CREATE, APPEND);
  }
}
