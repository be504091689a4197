package dev.attache.resource.testkit.model;

import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.resource.ResourceContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A conversation that nobody had, made of a seed and the same in every JVM: attachments that are
 * texts, converted, images, documents, broken or of no known type; references, notices, calls side
 * by side with results that fail or have images; opaque parts of this wire and of others; empty
 * texts; and odd characters wherever there may be some.
 *
 * <p>Each thing that is said has a {@link #WORD} of its own, by which it is found in a request.
 */
public final class RandomConversation {

  /** The words by which what is said is found. */
  public static final Pattern WORD = Pattern.compile("word\\d+x\\d+y");

  private static final String OTHER_WIRE = "wire-of-nobody";
  private static final int MOST_TURNS = 4;

  /** What breaks what is not written with care. */
  private static final List<String> ODD =
      List.of(
          "",
          "",
          " plain ",
          "\"}]",
          "\\",
          "\\\"",
          "\n\n",
          "\r\t\b\f",
          "\u0000\u001f",
          "\ud83d\ude00",
          "\ud83d",
          "\ude00",
          "\u2028\u2029",
          "\u202e\u2066\u200b\ufeff",
          "é\u0301\u00ad",
          "\\ud83d",
          "</resource>]]>",
          "[resource uri=\"",
          "&<>'",
          "long ".repeat(250));

  private final Random random;
  private final long seed;
  private final String wire;
  private final Function<String, @Nullable String> opaque;
  private final List<RenderedMessage> messages = new ArrayList<>();
  private int turn;
  private int words;
  private int calls;

  private RandomConversation(long seed, String wire, Function<String, @Nullable String> opaque) {
    this.random = new Random(seed);
    this.seed = seed;
    this.wire = wire;
    this.opaque = opaque;
  }

  /**
   * {@return the messages of a conversation, whose opaque parts are of no wire that there is}
   *
   * @param seed any number; the same gives the same conversation
   */
  public static List<RenderedMessage> of(long seed) {
    return of(seed, OTHER_WIRE, word -> null);
  }

  /**
   * {@return the messages of a conversation on a wire}
   *
   * @param seed any number; the same gives the same conversation
   * @param wire that of the opaque parts, such as {@code anthropic-messages}
   * @param opaque makes an opaque part of the wire that has a word, the text of a JSON object;
   *     gives null if the wire has none
   */
  public static List<RenderedMessage> of(
      long seed, String wire, Function<String, @Nullable String> opaque) {
    var conversation = new RandomConversation(seed, wire, opaque);
    conversation.make();
    return List.copyOf(conversation.messages);
  }

  private void make() {
    if (random.nextInt(10) == 0) {
      answer(0);
    }
    int turns = 1 + random.nextInt(MOST_TURNS);
    for (turn = 0; turn < turns; turn++) {
      user();
      int rounds = random.nextInt(3);
      for (int i = 0; i < rounds; i++) {
        answer(1 + random.nextInt(3));
      }
      if (random.nextInt(6) > 0) { // else it was stopped
        answer(0);
      }
    }
  }

  private void user() {
    var parts = new ArrayList<RenderedPart>();
    int attachments = random.nextInt(4);
    for (int i = 0; i < attachments; i++) {
      var place = new PartPlace(turn, null, i);
      parts.add(random.nextInt(5) == 0 ? reference(place) : resource(place));
    }
    var place = new PartPlace(turn, null, -1);
    if (random.nextInt(4) == 0) {
      parts.add(new RenderedPart.Notice(place, line()));
    }
    parts.add(text(place));
    messages.add(new RenderedMessage(Role.USER, turn, parts));
  }

  /** Adds an answer, and if it has calls their results. */
  private void answer(int count) {
    var place = new PartPlace(turn, null, -1);
    var parts = new ArrayList<RenderedPart>();
    if (random.nextInt(3) == 0) {
      parts.add(opaque(place));
    }
    if (count == 0 || random.nextBoolean()) {
      parts.add(text(place));
    }
    var results = new ArrayList<RenderedPart>();
    for (int i = 0; i < count; i++) {
      String id = "call_" + seed + "_" + calls++;
      String name = RandomTools.NAMES.get(random.nextInt(RandomTools.NAMES.size()));
      parts.add(new RenderedPart.ToolCall(place, id, name, arguments()));
      results.add(result(id, name));
    }
    messages.add(new RenderedMessage(Role.ASSISTANT, turn, parts));
    if (count > 0) {
      messages.add(new RenderedMessage(Role.TOOL, turn, results));
    }
  }

  private RenderedPart result(String id, String name) {
    var content = new ArrayList<RenderedPart>();
    int blocks = random.nextInt(4);
    for (int i = 0; i < blocks; i++) {
      var place = new PartPlace(turn, id, i);
      content.add(
          switch (random.nextInt(5)) {
            case 0 -> resource(place);
            case 1 -> reference(place);
            case 2 -> media(place);
            default -> text(place);
          });
    }
    boolean isError = random.nextInt(5) == 0;
    return new RenderedPart.ToolResult(new PartPlace(turn, id, -1), id, name, isError, content);
  }

  private RenderedPart opaque(PartPlace place) {
    String own = random.nextInt(3) > 0 ? opaque.apply(word()) : null;
    return own == null
        ? new RenderedPart.Opaque(place, OTHER_WIRE, "{\"of\":\"" + word() + "\"}")
        : new RenderedPart.Opaque(place, wire, own);
  }

  private RenderedPart.Text text(PartPlace place) {
    String text = random.nextInt(7) == 0 ? "" : odd() + word() + odd();
    return new RenderedPart.Text(place, RenderedText.of(text));
  }

  private RenderedPart.Reference reference(PartPlace place) {
    return new RenderedPart.Reference(place, "[" + line() + "]");
  }

  private RenderedPart.Media media(PartPlace place) {
    byte[] png = SampleFiles.png(1 + random.nextInt(40), random.nextInt(256));
    return switch (random.nextInt(3)) {
      case 0 -> media(place, "image/png", png);
      case 1 -> media(place, "audio/wav", bytes());
      default -> media(place, null, png);
    };
  }

  private RenderedPart.Media media(PartPlace place, @Nullable String type, byte[] bytes) {
    return new RenderedPart.Media(
        place, type, ResourceContent.blob(bytes), RenderedText.of("[media " + word() + "]"));
  }

  private RenderedPart.Resource resource(PartPlace place) {
    byte[] pdf = SampleFiles.pdf(word());
    return switch (random.nextInt(9)) {
      case 0, 1 -> text(place, "text/x-java-source", null);
      case 2 -> text(place, "text/html", "# " + word() + odd());
      case 3 ->
          blob(place, "image/png", SampleFiles.png(1 + random.nextInt(40), random.nextInt(256)));
      case 4 -> blob(place, "application/pdf", pdf);
      case 5 -> resource(place, "application/pdf", ResourceContent.blob(pdf), word() + odd());
      case 6 -> blob(place, random.nextBoolean() ? "image/png" : "application/pdf", bytes());
      case 7 -> blob(place, "application/x-" + odd() + "\"]\n", bytes());
      default -> blob(place, null, bytes());
    };
  }

  private RenderedPart.Resource text(PartPlace place, String type, @Nullable String formatted) {
    String content = RenderedText.wellFormed(odd() + word() + odd());
    return resource(place, type, ResourceContent.text(content), formatted);
  }

  private RenderedPart.Resource blob(PartPlace place, @Nullable String type, byte[] bytes) {
    return resource(place, type, ResourceContent.blob(bytes), null);
  }

  private RenderedPart.Resource resource(
      PartPlace place, @Nullable String type, ResourceContent content, @Nullable String formatted) {
    String uri = "file:///" + word() + odd();
    RenderedText given = formatted == null ? RenderedText.of(content) : RenderedText.of(formatted);
    RenderedText shown =
        out -> {
          RenderedText.of("<resource path=\"" + place.index() + "\">\n").writeTo(out);
          given.writeTo(out);
          RenderedText.of("\n</resource>\n").writeTo(out);
        };
    return new RenderedPart.Resource(
        place,
        uri,
        random.nextInt(4) == 0 ? uri : "src/" + odd() + ".x",
        random.nextBoolean() ? null : odd() + "title",
        type,
        content,
        formatted == null ? null : given,
        content.digest(),
        shown);
  }

  private String arguments() {
    return random.nextInt(4) == 0
        ? "{}"
        : "{\"path\":\""
            + word()
            + "\",\"n\":"
            + random.nextInt(1000)
            + ",\"deep\":{\"list\":[1,null,true,\"\\u00e9\\ud83d\\ude00\"]}}";
  }

  /** A text on one line. */
  private String line() {
    return (odd() + word() + odd()).replaceAll("[\r\n\u2028\u2029]", " ");
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String word() {
    return "word" + seed + "x" + words++ + "y";
  }

  private String odd() {
    return ODD.get(random.nextInt(ODD.size()));
  }
}
