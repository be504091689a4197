package dev.attache.history;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationEvent.Other;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ResourceForm.Naming;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.resource.Annotations;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.types.TypeDecision;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Events of all types, with what is hard to write in them; the same for the same seed. */
public final class RandomEvents {

  private static final List<String> STRINGS =
      List.of(
          "",
          "plain",
          "two\nlines\r\n",
          "\u0000\u0001\u001b[2J\u007f\u0085",
          "\u2028\u2029\ufeff",
          "\ud800",
          "a\udc00b",
          "\ud83d\ude00\ud83d",
          "\"\\/ {\"$blob\":1}",
          "h\u00e4\u6f22\u202e",
          "{\"event\":\"request\"}",
          "x".repeat(300));

  private final Random random;

  public RandomEvents(long seed) {
    this.random = new Random(seed);
  }

  public ConversationEvent next() {
    int turn = random.nextInt(5);
    return switch (random.nextInt(8)) {
      case 0 -> new Request(instant(), turn, request(), list(this::string));
      case 1 -> new Response(instant(), turn, string());
      case 2 -> new ToolCall(instant(), turn, string(), string(), object(3));
      case 3 ->
          new ToolResult(
              instant(),
              turn,
              string(),
              string(),
              new ToolResponse(
                  list(this::block), random.nextBoolean(), object(2), maybe(this::structured)));
      case 4 ->
          new Config(
              instant(),
              turn,
              list(
                  () ->
                      new Declaration(
                          string(), maybe(() -> one(Meaning.values())), maybe(this::string))),
              list(this::string),
              object(1),
              maybe(() -> new Origin(ConversationId.of("a.b-1"), turn)));
      case 5 -> new Elision(instant(), turn, string(), list(this::place), list(this::place));
      case 6 -> answer(turn);
      default -> new Other(instant(), turn, "later" + string(), "{\"x\":[1.50,\"\\u2028\",null]}");
    };
  }

  private ModelAnswer answer(int turn) {
    return new ModelAnswer(
        instant(),
        turn,
        string(),
        string(),
        string(),
        string(),
        list(this::item),
        maybe(() -> new ModelUsage(turn, 1L << 40, 0, 7)),
        maybe(() -> new ModelAnswer.Sent(ContentDigest.sha256(new byte[turn]), turn)));
  }

  private AnswerItem item() {
    return switch (random.nextInt(3)) {
      case 0 -> new AnswerItem.Text(string());
      case 1 -> new AnswerItem.Call(string(), string(), string());
      default -> new AnswerItem.Opaque(string());
    };
  }

  private <E> E one(E[] constants) {
    return constants[random.nextInt(constants.length)];
  }

  private ChatRequest request() {
    return new ChatRequest(
        one(Author.values()),
        string(),
        maybe(() -> object(3)),
        list(this::attachment),
        list(
            () ->
                new Notice(
                    string(),
                    maybe(() -> new AttachmentKey(uri(), uri())),
                    maybe(() -> text().digest()))));
  }

  private Attachment attachment() {
    ResourceUri uri = uri();
    var type = new TypeDecision(maybe(this::string), maybe(this::string), null, string(), string());
    var snapshot =
        new Snapshot(
            resource(uri),
            random.nextBoolean() ? uri : ResourceUri.of("mcp+s+" + uri),
            string(),
            instant(),
            type,
            list(this::string));
    return new Attachment(
        snapshot, maybe(this::text), string(), maybe(this::string), delivery(), form());
  }

  private ResourceForm form() {
    Naming[] namings = Naming.values();
    return new ResourceForm(namings[random.nextInt(namings.length)], random.nextBoolean());
  }

  private ContentBlock block() {
    return switch (random.nextInt(8)) {
      case 0 -> new TextBlock(text(), maybe(this::string), maybe(this::annotations));
      case 5 -> new QuestionBlock(question(), object(2));
      case 6 ->
          new LinkBlock(
              uri(),
              maybe(this::string),
              maybe(this::string),
              maybe(this::string),
              maybe(this::string),
              maybe(() -> (long) random.nextInt(9)),
              maybe(this::annotations),
              object(2));
      case 7 ->
          new MediaBlock(
              random.nextBoolean() ? MediaBlock.Kind.IMAGE : MediaBlock.Kind.AUDIO,
              ResourceContent.blob(new byte[9]),
              maybe(this::string),
              maybe(this::annotations),
              object(2));
      case 1 -> new DeliveredBlock(resource(uri()), maybe(this::text), delivery(), form());
      case 2 -> new OtherBlock("image", ResourceContent.text("{\"type\":\"image\",\"a\":[1.50]}"));
      case 3 -> new OtherBlock("text", text());
      default -> new OtherBlock(string(), text());
    };
  }

  private ResourceContent structured() {
    return ResourceContent.text(
        switch (random.nextInt(4)) {
          case 0 -> "{\"$blob\":1}";
          case 1 -> "[1.50,\"" + "long ".repeat(100) + "\"]";
          case 2 -> "{\"a\":{\"b\":[null]}}";
          default -> "7";
        });
  }

  private InputRequest question() {
    var question = InputRequest.of("id" + random.nextInt(9), "Which?", object(2));
    return random.nextBoolean() ? question.withDefault(value(2)) : question;
  }

  private Resource resource(ResourceUri uri) {
    Resource.Builder resource =
        Resource.builder(uri, random.nextBoolean() ? text() : ResourceContent.blob(new byte[9]))
            .mimeType(maybe(this::string))
            .annotations(maybe(this::annotations))
            .name(maybe(this::string))
            .title(maybe(this::string))
            .description(maybe(this::string));
    object(2).forEach(resource::meta);
    return resource.build();
  }

  private Annotations annotations() {
    return new Annotations(
        random.nextBoolean() ? Set.of() : Set.of(Role.USER),
        maybe(random::nextDouble),
        maybe(this::instant));
  }

  private Delivery delivery() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> Delivery.FULL;
      case 2 -> Delivery.DESCRIBED;
      case 3 -> new Delivery.Delta(place(), text().digest(), text());
      default -> new Delivery.Reference(place(), maybe(this::place), maybe(this::place));
    };
  }

  private DeliveryPlace place() {
    return random.nextBoolean()
        ? DeliveryPlace.ofAttachment(random.nextInt(9), random.nextInt(9))
        : DeliveryPlace.ofResult(random.nextInt(9), string(), random.nextInt(9));
  }

  private ResourceUri uri() {
    return ResourceUri.of("x:" + random.nextInt(9) + "\u00e4\ud83d\ude00 ?#\"\u200b");
  }

  private ResourceContent text() {
    return ResourceContent.text(
        random.nextInt(4) == 0 ? "long ".repeat(100) : "short\n\u2028" + random.nextInt(9));
  }

  Map<String, Object> object(int depth) {
    var map = new LinkedHashMap<String, Object>();
    for (int i = random.nextInt(4); i > 0; i--) {
      map.put(string(), value(depth - 1));
    }
    return map;
  }

  @SuppressWarnings("NullAway") // JSON has null
  private Object value(int depth) {
    return switch (random.nextInt(depth > 0 ? 11 : 9)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextInt();
      case 3 -> random.nextLong();
      case 4 -> new BigInteger(200, random);
      case 5 -> random.nextDouble() * Math.pow(10, random.nextInt(600) - 300);
      case 6 -> new BigDecimal(new BigInteger(90, random), random.nextInt(200) - 100);
      case 7 -> (float) random.nextGaussian();
      case 8 -> string();
      case 9 -> list(() -> String.valueOf(random.nextInt()));
      default -> object(depth);
    };
  }

  private Instant instant() {
    return switch (random.nextInt(5)) {
      case 0 -> Instant.EPOCH;
      case 1 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
      default -> Instant.ofEpochMilli(random.nextInt(2_000_000_000) * 1000L);
    };
  }

  private String string() {
    String some = STRINGS.get(random.nextInt(STRINGS.size()));
    return random.nextInt(3) == 0 ? some + random.nextInt(100) : some;
  }

  private <T> List<T> list(Supplier<T> element) {
    var list = new ArrayList<T>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(element.get());
    }
    return list;
  }

  private <T> @Nullable T maybe(Supplier<T> value) {
    return random.nextBoolean() ? value.get() : null;
  }
}
