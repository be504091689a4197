package dev.attache.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedPart.Media;
import dev.attache.model.RenderedPart.Resource;
import dev.attache.model.RenderedPart.ToolResult;
import dev.attache.model.RequestBody.Placed;
import dev.attache.model.Rung.As;
import dev.attache.model.media.Pictures;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LadderTest {

  private static final PartPlace PLACE = new PartPlace(0, null, 0);
  private static final ModelProfile PROFILE = SampleProfiles.standard();
  private static final byte[] PNG = Pictures.png(20, 10);

  private static Resource resource(@Nullable String type, ResourceContent content) {
    return resource("file:///a", type, content, null);
  }

  private static Resource resource(
      String uri, @Nullable String type, ResourceContent content, @Nullable String formatted) {
    return new Resource(
        PLACE,
        uri,
        "a",
        null,
        type,
        content,
        formatted == null ? null : RenderedText.of(formatted),
        content.digest(),
        RenderedText.of("<resource>…</resource>"));
  }

  private static Resource blob(@Nullable String type, byte[] bytes) {
    return resource(type, ResourceContent.blob(bytes));
  }

  private static byte[] pdf(int pages) {
    return ("%PDF-1.4\n1 0 obj<</Type/Pages/Kids[]/Count "
            + pages
            + ">>endobj\n"
            + "trailer<</Root 2 0 R>>\nstartxref\n0\n%%EOF")
        .getBytes(ISO_8859_1);
  }

  private static Rung costing(long tokens, Rung rung) {
    return new Rung(
        rung.as(), rung.mimeType(), rung.content(), rung.isMoved(), rung.note(), tokens);
  }

  private static RenderedMessage user(RenderedPart... parts) {
    return new RenderedMessage(Role.USER, 0, List.of(parts));
  }

  private static RenderedMessage result(RenderedPart... parts) {
    return new RenderedMessage(
        Role.TOOL, 0, List.of(new ToolResult(PLACE, "c1", "look", false, List.of(parts))));
  }

  private static Rung inMessage(Deliverable part) throws IOException {
    return Ladder.of(PROFILE, List.of(user(part))).rung(part);
  }

  private static Rung inResult(Deliverable part) throws IOException {
    return Ladder.of(PROFILE, List.of(result(part))).rung(part);
  }

  @Test
  void hasTextsStandAsTextsWhereverTheyAre() throws IOException {
    Resource text = resource("application/pdf", ResourceContent.text("%PDF, as a text"));
    assertThat(inMessage(text)).isEqualTo(Rung.TEXT);
    assertThat(inResult(text)).isEqualTo(Rung.TEXT);
  }

  @Test
  void hasBlocksOfWhatAModelTakes() throws IOException {
    Resource image = blob("image/png", PNG);
    assertThat(inMessage(image))
        .isEqualTo(costing(1, Rung.block(As.IMAGE, "image/png", image.content())));
    assertThat(inResult(image))
        .isEqualTo(costing(1, Rung.block(As.IMAGE, "image/png", image.content())));
    Resource document = blob("application/pdf", pdf(1));
    assertThat(inMessage(document))
        .isEqualTo(costing(2000, Rung.block(As.DOCUMENT, "application/pdf", document.content())));
    Resource table = blob("text/csv", new byte[] {1});
    assertThat(inMessage(table)).isEqualTo(Rung.block(As.DOCUMENT, "text/csv", table.content()));
    var sound = new Media(PLACE, "audio/wav", table.content(), RenderedText.of("[audio]"));
    assertThat(inMessage(sound)).isEqualTo(Rung.block(As.AUDIO, "audio/wav", sound.content()));
  }

  @Test
  void movesWhatOnlyMessagesTakeOutOfResults() throws IOException {
    Resource document = blob("application/pdf", pdf(1));
    assertThat(inResult(document))
        .isEqualTo(
            costing(2000, Rung.block(As.DOCUMENT, "application/pdf", document.content())).moved())
        .extracting(Rung::isMoved)
        .isEqualTo(true);
    assertThat(Ladder.moved(document))
        .isEqualTo(
            "[resource path=\"a\" mimeType=\"application/pdf\" bytes=%d sha256=%s stands in"
                + " the next message]",
            document.content().size(), document.digest().shortForm());
  }

  @Test
  void doesNotMoveWhatIsNoSoundBlockThereEither() throws IOException {
    assertThat(inResult(blob("application/pdf", new byte[10])))
        .isEqualTo(Rung.placeholder("is no PDF document"));
  }

  @Test
  void takesATypeByWhatItMeans() throws IOException {
    assertThat(inMessage(blob("IMAGE/PNG; q=1", PNG)).type()).isEqualTo("image/png");
    assertThat(inMessage(blob("image/jpg", Pictures.jpeg(9, 9))).type()).isEqualTo("image/jpeg");
  }

  @Test
  void namesABlockByWhatItsBytesAre() throws IOException {
    assertThat(inMessage(blob("image/jpeg", PNG)).type()).isEqualTo("image/png");
  }

  @ParameterizedTest
  @CsvSource({
    ",its type is not known",
    "image/heic,heic: not taken by sample",
    "application/zip,zip: not taken by sample",
    "odd,odd: not taken by sample",
    "image/png,is no image that can be read",
    "application/pdf,is no PDF document"
  })
  void saysWhyItIsAPlaceholder(@Nullable String type, String reason) throws IOException {
    assertThat(inMessage(blob(type, new byte[100]))).isEqualTo(Rung.placeholder(reason));
  }

  @Test
  void hasATextInPlaceOfAPlaceholderWhereOneWasMade() throws IOException {
    Resource converted =
        resource("file:///a", "application/zip", ResourceContent.blob(PNG), "two files");
    assertThat(inMessage(converted)).isEqualTo(Rung.TEXT);
    assertThat(inResult(converted)).isEqualTo(Rung.TEXT);
    Resource broken =
        resource("file:///a", "application/pdf", ResourceContent.blob(PNG), "two pages");
    assertThat(inMessage(broken)).isEqualTo(Rung.TEXT);
    assertThat(inResult(broken)).isEqualTo(Rung.TEXT);
  }

  @Test
  void countsImagesInTheOrderOfTheRequest() throws IOException {
    List<Resource> images =
        List.of(
            blob("image/png", PNG),
            blob("image/png", new byte[9]),
            blob("image/png", PNG),
            blob("image/png", PNG),
            blob("image/png", PNG));
    Ladder ladder =
        Ladder.of(
            PROFILE,
            List.of(
                user(images.get(0), images.get(1)),
                result(images.get(2)),
                user(images.get(3), images.get(4))));
    assertThat(images)
        .extracting(image -> ladder.rung(image).note())
        .containsExactly(
            null, "is no image that can be read", null, null, "a request has at most 3 images");
  }

  @Test
  void countsPagesInTheOrderOfTheRequest() throws IOException {
    List<Resource> documents =
        List.of(
            blob("application/pdf", pdf(6)),
            blob("application/pdf", pdf(5)),
            blob("application/pdf", pdf(4)),
            blob("application/pdf", pdf(1)));
    Ladder ladder = Ladder.of(PROFILE, List.of(user(documents.toArray(new RenderedPart[0]))));
    String tooMany = "with it the request would have more than 10 pages of documents";
    assertThat(documents)
        .extracting(document -> ladder.rung(document).note())
        .containsExactly(null, tooMany, null, tooMany);
  }

  @Test
  void countsBytesInTheOrderOfTheRequestAsTheyAreSent() throws IOException {
    byte[] most = new byte[300_000]; // 400,000 in Base64
    List<Resource> parts =
        List.of(
            blob("text/csv", most),
            blob("text/csv", most),
            resource("text/plain", ResourceContent.text("x".repeat(100_000))),
            blob("text/csv", Arrays.copyOf(most, 75_003)),
            blob("text/csv", Arrays.copyOf(most, 75_000)),
            blob("text/csv", new byte[1]));
    Ladder ladder = Ladder.of(PROFILE, List.of(user(parts.toArray(new RenderedPart[0]))));
    String tooMany = "with it the request would have more than 1000000 bytes";
    assertThat(parts)
        .extracting(part -> ladder.rung(part).note())
        .containsExactly(null, null, null, tooMany, null, tooMany);
  }

  @Test
  void refusesADocumentThatIsTooLarge() throws IOException {
    assertThat(inMessage(blob("text/csv", new byte[300_001])))
        .isEqualTo(Rung.placeholder("300001 bytes are more than the 300000 that are taken"));
  }

  @Test
  void decidesNothingByWhatComesAfter() throws IOException {
    var random = new Random(21);
    for (int run = 0; run < 12; run++) {
      var messages = new ArrayList<RenderedMessage>();
      for (int i = 0; i < 12; i++) {
        Resource part =
            switch (random.nextInt(4)) {
              case 0 -> blob("image/png", PNG);
              case 1 -> blob("application/pdf", pdf(1 + random.nextInt(5)));
              case 2 -> blob("text/csv", new byte[random.nextInt(310_000)]);
              default -> resource("text/plain", ResourceContent.text("text " + i));
            };
        messages.add(random.nextBoolean() ? user(part) : result(part));
      }
      List<Placed> whole = Ladder.of(PROFILE, messages).placed();
      for (int end = 0; end < messages.size(); end++) {
        assertThat(Ladder.of(PROFILE, messages.subList(0, end)).placed())
            .isEqualTo(whole.subList(0, end));
      }
    }
  }

  @Test
  void tellsTwoPartsApartThatAreEqual() throws IOException {
    ModelProfile one =
        ModelProfiles.parse(SampleProfiles.JSON)
            .with(Map.of("limits", Map.of("images", 1)))
            .standard();
    Resource first = blob("image/png", PNG);
    Resource again =
        new Resource(
            first.place(),
            first.uri(),
            first.label(),
            null,
            first.mimeType(),
            first.content(),
            null,
            first.digest(),
            first.shown());
    assertThat(again).isEqualTo(first);
    Ladder ladder = Ladder.of(one, List.of(user(first, again)));
    assertThat(ladder.rung(first).isBlock()).isTrue();
    assertThat(ladder.rung(again)).isEqualTo(Rung.placeholder("a request has at most 1 images"));
    assertThat(ladder.placed()).hasSize(2);
  }

  @Test
  void knowsThePartsOfItsRequestOnly() throws IOException {
    Ladder ladder = Ladder.of(PROFILE, List.of());
    assertThatThrownBy(() -> ladder.rung(blob("image/png", PNG)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("this part is in no message of the request");
  }

  @Test
  void failsIfAContentCannotBeRead() {
    Resource lost =
        resource(
            "image/png",
            Stored.blob(
                9,
                ResourceContent.blob(PNG).digest(),
                () -> {
                  throw new IOException("the blob is gone");
                }));
    assertThatThrownBy(() -> inMessage(lost))
        .isInstanceOf(IOException.class)
        .hasMessage("the blob is gone");
  }

  @Test
  void saysWhatStandsThereInstead() {
    Resource part = blob("image/heic", PNG);
    String head =
        "[resource path=\"a\" mimeType=\"image/heic\" bytes="
            + PNG.length
            + " sha256="
            + part.digest().shortForm();
    assertThat(Ladder.placeholder(part, "heic: not taken by sample"))
        .isEqualTo(head + " not deliverable to this model: heic: not taken by sample]");
    assertThat(Ladder.moved(part)).isEqualTo(head + " stands in the next message]");
  }

  @Test
  void namesABlockAndSaysWhatElseThereIsToKnowOfIt() {
    var part =
        new Resource(
            PLACE,
            "file:///a",
            "a",
            null,
            "image/png",
            ResourceContent.blob(PNG),
            null,
            ContentDigest.sha256(PNG),
            RenderedText.of("a"),
            "note: cut",
            "converted to Markdown by pdf 3");
    Rung rung = new Rung(Rung.As.IMAGE, "image/jpeg", part.content(), false, "scaled [down]", -1);
    assertThat(Ladder.named(part, rung, "of call 1"))
        .isEqualTo(
            "[resource path=\"a\" mimeType=\"image/jpeg\" sha256="
                + part.digest().shortForm()
                + " of call 1; note: cut; scaled \\u005bdown\\u005d]");
  }

  @Test
  void hasNoUriOfWhatHasNone() {
    var media = new Media(PLACE, null, ResourceContent.blob(PNG), RenderedText.of("[image]"));
    assertThat(Ladder.moved(media))
        .startsWith("[block mimeType=\"\" bytes=" + PNG.length + " sha256=");
    var image =
        new Media(PLACE, "image/png", ResourceContent.blob(PNG), RenderedText.of("[image]"));
    assertThat(Ladder.moved(image)).startsWith("[image mimeType=\"image/png\" bytes=");
    assertThat(Ladder.named(image, Rung.block(Rung.As.IMAGE, "image/png", image.content()), null))
        .startsWith("[image mimeType=\"image/png\" sha256=");
  }

  @Test
  void letsNoUriOrTypeBreakOutOfALine() {
    breaksNothing("a\"]b", "a\\\"\\u005db");
    breaksNothing("a\\b", "a\\\\b");
    breaksNothing("http://[::1]/", "http://\\u005b::1\\u005d/");
    breaksNothing("a\nb\rc\td", "a\\u000ab\\u000dc\\u0009d");
    breaksNothing("a\u202eb\u2066c\u200bd", "a\\u202eb\\u2066c\\u200bd");
    breaksNothing("a\u2028b\u0085c\u001b[0m", "a\\u2028b\\u0085c\\u001b\\u005b0m");
    breaksNothing("a\ud83d", "a\\ud83d");
    breaksNothing("a\udb40\udc41b", "a\\udb40\\udc41b");
    breaksNothing("é\ud83d\ude00", "é\ud83d\ude00");
  }

  @Test
  void saysOfAReferenceToWhatWasNotGivenThatItWasNot() throws IOException {
    Resource heic = blob("image/heic", PNG);
    var second = new PartPlace(0, null, 1);
    var given =
        new Resource(
            second,
            "file:///b",
            "b",
            null,
            "image/png",
            heic.content(),
            null,
            heic.digest(),
            RenderedText.of("b"));
    var toMissing = new RenderedPart.Reference(new PartPlace(1, null, 0), "is identical", PLACE);
    var toGiven = new RenderedPart.Reference(new PartPlace(1, null, 1), "is identical", second);
    var toNothing = new RenderedPart.Reference(new PartPlace(1, null, 2), "was left out");
    Ladder ladder =
        Ladder.of(PROFILE, List.of(user(heic, given), user(toMissing, toGiven, toNothing)));
    assertThat(ladder.line(toMissing))
        .isEqualTo(Ladder.placeholder(heic, "heic: not taken by sample"));
    assertThat(ladder.line(toGiven)).isEqualTo("is identical");
    assertThat(ladder.line(toNothing)).isEqualTo("was left out");
  }

  @Test
  void knowsWhatABlockCosts() throws IOException {
    BlockTokens tokens = new BlockTokens(28, 1568, 2000);
    assertThat(tokens.ofImage(28, 29)).isEqualTo(2);
    assertThat(tokens.ofImage(8000, 8000)).isEqualTo(1568);
    assertThat(new BlockTokens(28, 0, 0).ofImage(2800, 2800)).isEqualTo(10_000);
    assertThat(tokens.ofPages(3)).isEqualTo(6000);
    assertThat(BlockTokens.UNKNOWN.ofImage(10, 10)).isEqualTo(-1);
    assertThat(BlockTokens.UNKNOWN.ofPages(1)).isEqualTo(-1);
  }

  private static void breaksNothing(String value, String written) {
    Resource named = resource(value, value, ResourceContent.blob(PNG), null);
    Resource part =
        new Resource(
            named.place(),
            value,
            value,
            null,
            value,
            named.content(),
            null,
            named.digest(),
            named.shown());
    String line = "[resource uri=\"" + written + "\" mimeType=\"" + written + "\" bytes=";
    assertThat(Ladder.named(part, Rung.block(Rung.As.IMAGE, value, part.content()), null))
        .startsWith(line.replace(" bytes=", " sha256="));
    assertThat(Ladder.moved(part)).startsWith(line);
    assertThat(Ladder.placeholder(part, value)).startsWith(line).endsWith(": " + written + "]");
  }
}
