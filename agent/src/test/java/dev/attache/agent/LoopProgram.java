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
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A program that answers the turn that another one has left, and then asks and answers turns of its
 * own until it is killed. It prints {@code ready}, waits for a line, and prints {@code answered}
 * after each turn.
 */
final class LoopProgram {

  static final ConversationId ID = ConversationId.of("killed");
  static final String FILE = "a.txt";

  private LoopProgram() {}

  /** Starts it in a JVM of its own. */
  static Process start(Path workspace, FakeWire wire, String url) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            LoopProgram.class.getName(),
            workspace.toString(),
            wire.name(),
            url)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Takes the workspace, the wire, and the URL of the provider. */
  public static void main(String[] arguments) throws IOException {
    Path workspace = Path.of(arguments[0]);
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(workspace).build();
    AskedModel model =
        LoopWorkspace.model(
            FakeWire.valueOf(arguments[1]),
            ModelSettings.builder()
                .baseUrl(URI.create(arguments[2]))
                .privateHostAllowed(true)
                .key(() -> "key")
                .environment(Map.of())
                .firstPause(Duration.ofMillis(1))
                .build());
    Conversation conversation = conversation(workspace);
    System.out.println("ready");
    new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
    while (true) {
      if (conversation.summary().turns() > 0) {
        LoopOutcome outcome = loop(conversation, model, resolver, workspace).run();
        System.out.println("answered " + outcome.end());
      }
      ask(conversation, resolver);
    }
  }

  static Conversation conversation(Path workspace) throws IOException {
    EmbeddedStore store = EmbeddedStore.at(workspace.resolve(".attache"));
    ConversationOptions options = ConversationOptions.DEFAULT.channel(Channel.STRUCTURED);
    return store.conversations(false).isEmpty()
        ? Conversation.create(store, ID, options)
        : Conversation.open(store, ID, options);
  }

  private static void ask(Conversation conversation, Resolver resolver) throws IOException {
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

  private static AgentLoop loop(
      Conversation conversation, AskedModel model, Resolver resolver, Path workspace) {
    LoopTool count =
        LoopWorkspace.tool(
            "count",
            arguments -> {
              note(workspace, arguments.get("n") + "\n");
              sleep(20); // in which it may be killed
              return "counted " + arguments.get("n");
            });
    return AgentLoop.builder(conversation, model)
        .tools(List.of(LoopTool.refresh(RefreshResourceTool.of(conversation, resolver)), count))
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

  /** Notes that a call runs, in a way that survives what comes next. */
  private static void note(Path workspace, String line) throws IOException {
    Files.writeString(workspace.resolve("runs"), line, CREATE, APPEND);
  }
}
