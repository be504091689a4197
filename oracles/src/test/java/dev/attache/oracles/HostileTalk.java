package dev.attache.oracles;

import dev.attache.agent.AgentLoop;
import dev.attache.agent.AskedModel;
import dev.attache.agent.LoopLimits;
import dev.attache.agent.LoopOutcome;
import dev.attache.agent.LoopTool;
import dev.attache.agent.ToolApproval;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.Channel;
import dev.attache.history.ConversationId;
import dev.attache.model.OfferedTool;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.memory.MemoryStore;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import dev.attache.test.ModelSamples;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A conversation by chance with models of all wires, one after the other, of which none answers as
 * it should. What each was sent is kept.
 */
final class HostileTalk implements AutoCloseable {

  private static final TypeDecision TYPE = new TypeDecision(null, null, null, "text/plain", "why");
  private static final List<FakeWire> WIRES = List.of(FakeWire.values());

  private final Random random;
  private final Map<FakeWire, FakeProvider> providers = new HashMap<>();
  private final Conversation conversation;
  private final Map<String, Integer> ends = new HashMap<>();

  HostileTalk(long seed) throws IOException {
    random = new Random(seed);
    conversation =
        Conversation.create(
            MemoryStore.of(1L << 24),
            ConversationId.of("talk"),
            ConversationOptions.DEFAULT.channel(Channel.STRUCTURED));
  }

  /** Runs it; returns the bodies that each wire was sent. */
  Map<FakeWire, List<String>> bodies() throws IOException {
    FakeWire wire = WIRES.get(random.nextInt(WIRES.size()));
    for (int turn = 2 + random.nextInt(3); turn > 0; turn--) {
      ask();
      for (int tries = 1 + random.nextInt(3); tries > 0; tries--) {
        run(wire);
      }
      wire = random.nextInt(3) == 0 ? wire : WIRES.get(random.nextInt(WIRES.size()));
    }
    for (FakeWire each : WIRES) { // of what has come of it, each has to take all
      ask();
      run(each);
    }
    var bodies = new HashMap<FakeWire, List<String>>();
    providers.forEach(
        (each, provider) ->
            bodies.put(
                each, provider.requests().stream().map(FakeProvider.Received::body).toList()));
    return bodies;
  }

  /** The number of loops by the way they ended. */
  Map<String, Integer> ends() {
    return ends;
  }

  private void ask() throws IOException {
    try (TurnDraft turn = conversation.begin("What is in it?", null)) {
      for (int i = random.nextInt(3); i > 0; i--) {
        int which = random.nextInt(3);
        Resource resource =
            Resource.builder(
                    ResourceUri.of("file:///w/r" + which),
                    which == 0
                        ? ModelSamples.PNG
                        : ResourceContent.text(("Line of " + which + "\n").repeat(200)))
                .mimeType(which == 0 ? "image/png" : "text/plain")
                .build();
        turn.attach(
            new Snapshot(resource, resource.uri(), "file", Instant.EPOCH, TYPE, List.of()),
            "ref",
            Requester.USER);
      }
      turn.record();
    }
  }

  private void run(FakeWire wire) throws IOException {
    var answers = new HostileAnswers(random, wire);
    FakeProvider provider =
        providers.computeIfAbsent(wire, each -> FakeProvider.start(received -> answers.next()));
    AskedModel model =
        AskedModel.of(
            wire.provider(),
            ModelSettings.builder()
                .baseUrl(URI.create(provider.url()))
                .privateHostAllowed(true)
                .key(() -> "key")
                .environment(Map.of())
                .tries(2)
                .firstPause(Duration.ofMillis(1))
                .longestPause(Duration.ofMillis(2))
                .build());
    String end;
    try {
      LoopOutcome outcome =
          AgentLoop.builder(conversation, model)
              .tools(List.of(new Answering("look", true), new Answering("edit", false)))
              .approval(ToolApproval.EVERYTHING)
              .limits(LoopLimits.STANDARD.requests(5))
              .build()
              .run();
      end = outcome.end().name();
    } catch (ModelException e) {
      end = "model " + e.kind();
    }
    ends.merge(end, 1, Integer::sum);
  }

  /** A tool that answers with a text or an image. */
  private record Answering(String name, boolean isReadOnly) implements LoopTool {

    @Override
    public OfferedTool offer() {
      return new OfferedTool(name, "Does " + name + ".", Map.of("type", "object"));
    }

    @Override
    public String source() {
      return "local";
    }

    @Override
    public boolean needsApproval() {
      return true;
    }

    @Override
    public Answered call(Map<String, Object> arguments) {
      return Answered.of(
          ToolResponse.of(
              arguments.isEmpty()
                  ? new MediaBlock(
                      MediaBlock.Kind.IMAGE, ModelSamples.PNG, "image/png", null, Map.of())
                  : TextBlock.of(name + " " + arguments.keySet())));
    }
  }

  @Override
  public void close() {
    providers.values().forEach(FakeProvider::close);
  }
}
