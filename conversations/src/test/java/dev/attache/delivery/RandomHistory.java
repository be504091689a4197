package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.ConversationEvent;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Histories by chance, of few resources and contents, so that much of it occurs again. */
public final class RandomHistory {

  private static final List<String> PIECES =
      List.of(
          "a",
          "B",
          " ",
          "\n",
          "\r",
          "\t",
          "\"",
          "<",
          "&",
          "ü",
          "€",
          "\uD83D\uDE00",
          "\u202E",
          "\u2028",
          "</user>",
          "</resource>",
          "</tool-result>",
          "</assistant",
          "</tool-call>",
          "<resource uri=\"x:0\">",
          "</resource-",
          "\\u0000",
          "```",
          "\u0000");

  private static final List<Kind> KINDS = List.of(Kind.values());
  private static final List<String> SOURCES = List.of("file", "mcp:a", "mcp:b");

  private final Random random;
  private final boolean isOfVersions;
  private final Transcript transcript;
  private final List<DeliveryPlace> delivered = new ArrayList<>();
  private int calls;
  private int turn = -1;

  private RandomHistory(long seed, boolean isOfVersions) {
    random = new Random(seed);
    this.isOfVersions = isOfVersions;
    transcript =
        new Transcript(
            new DedupSettings(
                new DedupRules(true, random.nextInt(100), random.nextInt(12)), Map.of(), Map.of()),
            random.nextBoolean() ? Channel.TEXT : Channel.STRUCTURED);
  }

  /** Returns as many events as there are turns, or some more. */
  public static List<ConversationEvent> of(long seed, int turns, boolean withElisions)
      throws StoreException {
    return of(seed, turns, withElisions, false);
  }

  /** Returns the same of resources that have versions, of which most have much in common. */
  static List<ConversationEvent> ofVersions(long seed, int turns, boolean withElisions)
      throws StoreException {
    return of(seed, turns, withElisions, true);
  }

  private static List<ConversationEvent> of(
      long seed, int turns, boolean withElisions, boolean isOfVersions) throws StoreException {
    var history = new RandomHistory(seed, isOfVersions);
    for (int turn = 0; turn < turns; turn++) {
      history.addTurn(withElisions);
    }
    return history.transcript.events();
  }

  private void addTurn(boolean withElisions) throws StoreException {
    if (withElisions && !delivered.isEmpty() && random.nextInt(3) == 0) {
      transcript.elide(places(), places());
    }
    var attached = new ArrayList<Snapshot>();
    turn++;
    for (int i = random.nextInt(4); i > 0; i--) {
      delivered.add(DeliveryPlace.ofAttachment(turn, attached.size()));
      String source = SOURCES.get(isOfVersions ? 0 : random.nextInt(SOURCES.size()));
      attached.add(Transcript.snapshot(resource(), source, notes()));
    }
    Notice[] notices = random.nextBoolean() ? new Notice[0] : new Notice[] {Notice.of(text(5))};
    transcript.attach(text(20), attached, notices);
    for (int i = random.nextInt(4); i > 0; i--) {
      addCall();
    }
    if (random.nextBoolean()) {
      transcript.respond(text(20));
    }
  }

  private void addCall() throws StoreException {
    Kind kind = KINDS.get(random.nextInt(KINDS.size()));
    boolean isRefresh = kind == Kind.REFRESH || kind == Kind.FORCED;
    String call = "c" + calls++;
    var blocks = new ArrayList<ContentBlock>();
    for (int i = random.nextInt(4); i > 0; i--) {
      blocks.add(block(call, blocks.size()));
    }
    transcript.result(
        call, isRefresh ? "refresh_resource" : "read", kind, blocks.toArray(ContentBlock[]::new));
  }

  private ContentBlock block(String call, int index) {
    return switch (random.nextInt(6)) {
      case 0 -> TextBlock.of(text(10));
      case 1 -> new OtherBlock("image", Samples.stored("{\"data\":\"AAAA\"}"));
      default -> {
        delivered.add(DeliveryPlace.ofResult(turn, call, index));
        yield DeliveredBlock.of(resource());
      }
    };
  }

  private Resource resource() {
    ResourceUri uri = ResourceUri.of("x:" + random.nextInt(4));
    String text = isOfVersions ? version(random.nextInt(5)) : content(random.nextInt(3));
    boolean isBlob = random.nextInt(8) == 0;
    Resource.Builder resource =
        Resource.builder(
            uri, isBlob ? ResourceContent.blob(text.getBytes(UTF_8)) : Samples.stored(text));
    if (random.nextInt(6) == 0) {
      resource.formatted("form " + random.nextInt(2));
    }
    if (random.nextInt(8) == 0) {
      resource.meta(ReferenceTargets.TRUNCATED, true);
    }
    return resource.build();
  }

  /** One of few. */
  private static String content(int which) {
    return new RandomHistory(which, false).text(60);
  }

  private static String version(int which) {
    var text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      boolean isOfItsOwn = which == 4 || i / 10 == which;
      text.append(isOfItsOwn ? "</resource> of version " + which : "line " + i);
      text.append(i < 299 || which % 2 == 0 ? "\n" : "");
    }
    return text.toString();
  }

  private List<String> notes() {
    return random.nextInt(4) == 0 ? List.of(text(3)) : List.of();
  }

  private List<DeliveryPlace> places() {
    var places = new ArrayList<DeliveryPlace>();
    for (int i = random.nextInt(3); i > 0; i--) {
      places.add(delivered.get(random.nextInt(delivered.size())));
    }
    return places;
  }

  private String text(int most) {
    var text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }
}
