package dev.attache.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.tool.QuestionAnswer;
import dev.attache.core.tool.ToolOutcome;
import dev.attache.delivery.Channel;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.delivery.RequestItems;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.Notice;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.memory.MemoryStore;
import dev.attache.test.FakeWire;
import dev.attache.test.ModelSamples;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A history by chance of what a model was asked and has answered, as loops record it. */
final class RandomTalk {

  private static final TypeDecision TYPE = new TypeDecision(null, null, null, "text/plain", "why");
  private static final List<String> ODD =
      List.of("", "\"}]", "\n\n", "\u0000", "\ud83d\ude00", "\u2028", "</resource>", "]}\"\\");
  private static final List<String> ARGUMENTS =
      List.of("{}", "", "{ \"a\" : 1.0 }", "[1]", "{\"a\":", "{\"a\":\"]}\"}");

  private final Random random;
  private final FakeWire wire;
  private final String api;
  private final ConversationStore store = MemoryStore.of(1L << 24);
  private final Asking asking;
  private Conversation conversation;
  private int said;

  /** Whoever looks at a conversation. */
  interface Asking {

    /** The model is asked, with all that is there. */
    void asks(Conversation conversation) throws IOException;

    /** From now on requests begin with something else. */
    void changes(Conversation conversation);
  }

  RandomTalk(long seed, FakeWire wire, String api, Asking asking) throws IOException {
    random = new Random(seed);
    this.wire = wire;
    this.api = api;
    this.asking = asking;
    conversation =
        Conversation.create(
            store,
            ConversationId.of("talk"),
            ConversationOptions.DEFAULT.channel(Channel.STRUCTURED));
  }

  void run() throws IOException {
    int turns = 2 + random.nextInt(4);
    for (int turn = 0; turn < turns; turn++) {
      if (turn > 0 && random.nextInt(6) == 0) {
        int kept = conversation.summary().turns();
        conversation = conversation.fork(ConversationId.of("fork-" + turn), kept);
      }
      ask();
      asking.asks(conversation);
      for (int round = random.nextInt(4); round > 0; round--) {
        answer(round == 1);
        if (random.nextInt(12) == 0) {
          elide();
        }
        asking.asks(conversation);
      }
    }
  }

  private void ask() throws IOException {
    try (TurnDraft turn = conversation.begin(text(), null)) {
      for (int i = random.nextInt(4); i > 0; i--) {
        Resource resource = resource();
        turn.attach(
            new Snapshot(resource, resource.uri(), "file", Instant.EPOCH, TYPE, List.of()),
            "ref",
            Requester.USER);
      }
      if (random.nextInt(4) == 0) {
        turn.notice(Notice.of("Notice " + said++ + "."));
      }
      turn.record();
    }
  }

  private void answer(boolean isLast) throws IOException {
    var items = new ArrayList<AnswerItem>();
    if (random.nextInt(3) == 0) {
      items.add(opaque());
    }
    if (random.nextBoolean()) {
      items.add(new AnswerItem.Text(text()));
    }
    var calls = new ArrayList<AnswerItem.Call>();
    for (int i = isLast ? 0 : random.nextInt(4); i > 0; i--) {
      String name = random.nextInt(3) == 0 ? RefreshResourceTool.NAME : "read";
      String id = (random.nextInt(4) == 0 ? "call" : "c" + said++) + "-" + calls.size();
      String free = conversation.tools().has(id) ? id + "-" + said++ : id;
      calls.add(new AnswerItem.Call(free, name, ARGUMENTS.get(random.nextInt(ARGUMENTS.size()))));
    }
    items.addAll(calls);
    if (random.nextInt(8) == 0) {
      items.add(new AnswerItem.Text(text()));
    }
    boolean isInterrupted = random.nextInt(8) == 0;
    conversation.answered(
        new ModelAnswer(
            conversation.time(),
            conversation.summary().turns() - 1,
            wire.provider(),
            api,
            "m",
            isInterrupted ? ModelAnswer.INTERRUPTED : calls.isEmpty() ? "end" : "calls",
            isInterrupted
                ? items.stream().filter(AnswerItem.Text.class::isInstance).toList()
                : items,
            null,
            null));
    if (!isInterrupted) {
      for (AnswerItem.Call call : calls) {
        result(call);
      }
    }
  }

  private void result(AnswerItem.Call call) throws IOException {
    List<ToolOutcome.Asked> asked =
        random.nextInt(6) > 0
            ? List.of()
            : List.of(
                new ToolOutcome.Asked(
                    InputRequest.of("q" + said++, "Which one?", Map.of("type", "string")),
                    new QuestionAnswer("this", QuestionAnswer.By.USER)));
    Kind kind = Kind.PLAIN;
    if (call.name().equals(RefreshResourceTool.NAME)) {
      kind = random.nextInt(3) == 0 ? Kind.FORCED : Kind.REFRESH;
    }
    conversation.tools().result(call.id(), call.name(), asked, response(), kind);
  }

  private ToolResponse response() {
    return switch (random.nextInt(8)) {
      case 0 -> ToolResponse.failure("failed", "It failed: " + text(), random.nextBoolean());
      case 1 -> ToolResponse.of();
      case 2 ->
          ToolResponse.of(
              new MediaBlock(MediaBlock.Kind.IMAGE, ModelSamples.PNG, "image/png", null, Map.of()));
      case 3 -> ToolResponse.of(TextBlock.of(text()), ResourceBlock.of(resource()));
      case 4 -> ToolResponse.of(TextBlock.of(text()));
      default -> ToolResponse.of(new ContentBlock[] {ResourceBlock.of(resource())});
    };
  }

  /** One of few, so that much of it occurs again. */
  private Resource resource() {
    int which = random.nextInt(5);
    int version = random.nextInt(2);
    ResourceContent content =
        which == 4
            ? ResourceContent.blob(bytes(version))
            : ResourceContent.text(("Line of " + which + "." + version + "\n").repeat(80));
    return Resource.builder(ResourceUri.of("file:///w/r" + which), content)
        .mimeType(which == 4 ? "image/png" : "text/plain")
        .build();
  }

  /** An image, and something behind it that makes it large enough to be referred to. */
  private static byte[] bytes(int version) {
    byte[] image;
    try (var in = ModelSamples.PNG.open()) {
      image = in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e); // it is in memory
    }
    byte[] more = ("x" + version).repeat(600).getBytes(UTF_8);
    byte[] both = java.util.Arrays.copyOf(image, image.length + more.length);
    System.arraycopy(more, 0, both, image.length, more.length);
    return both;
  }

  private AnswerItem opaque() {
    String thought = "\"Thought " + said++ + ".\"";
    return new AnswerItem.Opaque(
        switch (wire) {
          case ANTHROPIC ->
              "{\"type\":\"thinking\",\"thinking\":" + thought + ",\"signature\":\"E\"}";
          case RESPONSES -> "{\"type\":\"reasoning\",\"id\":" + thought + ",\"summary\":[]}";
          case GEMINI -> "{\"thoughtSignature\":" + thought + "}";
          case OLLAMA -> "{\"thinking\":" + thought + "}";
          default -> "{\"type\":\"reasoning.text\",\"text\":" + thought + "}";
        });
  }

  private String text() {
    return "Text " + said++ + ODD.get(random.nextInt(ODD.size())) + ".";
  }

  private void elide() throws IOException {
    List<DeliveryPlace> places;
    try (EventStream events = conversation.log().oldestFirst()) {
      places =
          RequestItems.read(events, Channel.STRUCTURED).canBeLeftOut(List.of()).stream()
              .sorted((one, other) -> one.toString().compareTo(other.toString()))
              .toList();
    }
    if (!places.isEmpty()) {
      conversation.leaveOut("compacted", List.of(places.get(random.nextInt(places.size()))));
      asking.changes(conversation);
    }
  }
}
