package dev.attache.models.anthropic;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.resource.ResourceContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Requests of every kind of part, the same for the same seed. */
final class RandomRequests {

  private static final List<String> TEXTS =
      List.of(
          "", " ", "\u00a0", "a", "\"quoted\"]}", "ä\u0000\n\ud83d half", "😀", "x".repeat(700));
  private static final List<String> TYPES =
      List.of(
          "image/png",
          "image/gif",
          "image/heic",
          "application/pdf",
          "audio/wav",
          "text/x-rust",
          "application/zip");
  private static final List<String> ARGUMENTS =
      List.of("{}", "", "{ \"a\" : 1.0 }", "[1]", "{\"a\":\"\\ud83d\"}", "{\"a\":");
  private static final List<String> SCHEMAS =
      List.of(
          "{\"type\":\"object\"}",
          "{}",
          "{\"type\":\"object\",\"properties\":{\"a b\":{\"type\":\"string\"}},\"oneOf\":[{}]}",
          "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},"
              + "\"additionalProperties\":false}");

  private final Random random;
  private int calls;

  private RandomRequests(long seed) {
    random = new Random(seed);
  }

  /** Returns a request as it could be sent: what is called has results. */
  static ModelRequest of(long seed) {
    return new RandomRequests(seed).request();
  }

  private ModelRequest request() {
    var messages = new ArrayList<RenderedMessage>();
    int turns = 1 + random.nextInt(4);
    for (int turn = 0; turn < turns; turn++) {
      if (random.nextInt(8) > 0) {
        messages.add(message(Role.USER, turn));
      }
      while (random.nextInt(3) > 0) {
        addCalls(turn, messages);
      }
      messages.add(message(Role.ASSISTANT, turn));
    }
    ModelRequest request =
        new ModelRequest(
            profile(),
            Samples.MODEL,
            random.nextBoolean() ? pick(TEXTS) : null,
            IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> Samples.tool("tool_" + i, pick(SCHEMAS)))
                .toList(),
            messages,
            random.nextInt(3) == 0 ? Samples.object(pick(SCHEMAS)) : null,
            random.nextBoolean() ? 1 + random.nextInt(1000) : null,
            random.nextBoolean(),
            random.nextBoolean() ? Map.of("metadata", Map.of("user_id", "u")) : Map.of());
    return request;
  }

  private ModelProfile profile() {
    return switch (random.nextInt(6)) {
      case 0 -> Samples.profile(Map.of("features", List.of()));
      case 1 -> Samples.profile(Map.of("toolResult", Map.of("documents", List.of())));
      case 2 -> Samples.profile(Map.of("limits", Map.of("images", 2, "requestBytes", 400)));
      case 3 -> Samples.profile(Map.of("cache", Map.of("kind", "none")));
      default -> Samples.profile();
    };
  }

  private RenderedMessage message(Role role, int turn) {
    var parts = new ArrayList<RenderedPart>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      parts.add(role == Role.ASSISTANT ? said(turn) : part(new PartPlace(turn, null, i)));
    }
    return new RenderedMessage(role, turn, parts);
  }

  private void addCalls(int turn, List<RenderedMessage> messages) {
    var said = new ArrayList<RenderedPart>();
    var results = new ArrayList<RenderedPart>();
    said.add(said(turn));
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      String id = pick(List.of("toolu_", "call.", "")) + calls++;
      var place = new PartPlace(turn, id, 0);
      said.add(
          new RenderedPart.ToolCall(place, id, pick(List.of("tool_0", "a.b")), pick(ARGUMENTS)));
      results.add(
          new RenderedPart.ToolResult(
              place,
              id,
              "tool_0",
              random.nextInt(4) == 0,
              IntStream.range(0, random.nextInt(4)).mapToObj(n -> part(place)).toList()));
    }
    messages.add(new RenderedMessage(Role.ASSISTANT, turn, said));
    messages.add(new RenderedMessage(Role.TOOL, turn, results));
  }

  private RenderedPart said(int turn) {
    var place = new PartPlace(turn, null, -1);
    return random.nextInt(4) == 0
        ? new RenderedPart.Opaque(
            place,
            pick(List.of("anthropic-messages", "openai-responses")),
            "{\"type\":\"redacted_thinking\",\"data\":\"x\"}")
        : new RenderedPart.Text(place, RenderedText.of(pick(TEXTS)));
  }

  private RenderedPart part(PartPlace place) {
    return switch (random.nextInt(6)) {
      case 0 -> new RenderedPart.Text(place, RenderedText.of(pick(TEXTS)));
      case 1 -> new RenderedPart.Reference(place, "[unchanged since turn 0]");
      case 2 -> new RenderedPart.Notice(place, "a.txt has changed");
      case 3 -> {
        String type = pick(TYPES);
        yield new RenderedPart.Media(
            place, type, content(type), RenderedText.of("[a " + type + "]"));
      }
      default -> {
        String type = pick(TYPES);
        yield Samples.resource(
            "f" + random.nextInt(9) + "x".repeat(random.nextInt(600)),
            random.nextInt(9) == 0 ? null : type,
            content(type),
            random.nextInt(5) == 0 ? pick(TEXTS) : null);
      }
    };
  }

  private ResourceContent content(String type) {
    return switch (random.nextInt(8)) {
      case 0 -> Samples.bytes("broken");
      case 1 -> ResourceContent.text(RenderedText.wellFormed(pick(TEXTS)));
      default ->
          switch (type) {
            case "image/gif" -> Samples.gif();
            case "application/pdf" -> Samples.pdf();
            case "text/x-rust" -> ResourceContent.text("fn main() {}");
            default -> Samples.png();
          };
    };
  }

  private <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
