package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.DedupSettings.Deltas;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.ResourceForm;
import dev.attache.history.StoreException;
import dev.attache.history.TextForm;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.Stored;
import dev.attache.test.Growth;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is delivered as a diff, and what becomes of it. */
class DeliveredDiffsTest {

  private static final String REFRESH = "refresh_resource";
  private static final DeliveryPlace ATTACHED = DeliveryPlace.ofAttachment(0, 0);

  private final Transcript transcript = new Transcript();

  /** A text of 200 lines, of which one is of its own. */
  private static String text(String line) {
    return "begin\n" + "the same\n".repeat(99) + line + "\n" + "the same\n".repeat(99);
  }

  private static Resource file(String text) {
    return Resource.builder(ResourceUri.of("x:a"), ResourceContent.text(text)).name("a").build();
  }

  private Delivery refresh(String call, Resource resource) throws StoreException {
    return refresh(call, Kind.REFRESH, DeliveredBlock.of(resource));
  }

  private Delivery refresh(String call, Kind kind, DeliveredBlock block) throws StoreException {
    return transcript.result(call, REFRESH, kind, block).get(0);
  }

  private static Delivery.Delta delta(DeliveryPlace base, String from, String hunks) {
    return new Delivery.Delta(
        base, ResourceContent.text(from).digest(), ResourceContent.text(hunks));
  }

  private static final String ONE_TO_TWO =
      """
      @@ -98,7 +98,7 @@
       the same
       the same
       the same
      -one
      +two
       the same
       the same
       the same
      """;

  @Test
  void isAgainstTheVersionThatTheModelHasInFull() throws Exception {
    transcript.attach(file(text("one")));
    assertThat(refresh("c1", file(text("two"))))
        .isEqualTo(delta(ATTACHED, text("one"), ONE_TO_TWO));
    Delivery third = refresh("c2", file(text("three")));
    assertThat(third)
        .as("against what is there in full, and not against a diff")
        .isEqualTo(delta(ATTACHED, text("one"), ONE_TO_TWO.replace("two", "three")));
  }

  @Test
  void isAgainstTheNearestOfSeveralVersions() throws Exception {
    transcript.attach(file(text("one")));
    transcript.attach(file(text("two")));
    assertThat(refresh("c1", file(text("three"))))
        .isEqualTo(
            delta(
                DeliveryPlace.ofAttachment(1, 0),
                text("two"),
                ONE_TO_TWO.replace("two", "three").replace("one", "two")));
  }

  @Test
  void whatHasNotChangedSinceADiffRefersToIt() throws Exception {
    transcript.attach(file(text("one")));
    refresh("c1", file(text("two")));
    assertThat(refresh("c2", file(text("two"))))
        .isEqualTo(new Delivery.Reference(DeliveryPlace.ofResult(0, "c1", 0), null, ATTACHED));
    assertThat(refresh("c3", file(text("two")))).as("asked for again").isEqualTo(Delivery.FULL);
    assertThat(refresh("c4", file(text("two"))))
        .isEqualTo(new Delivery.Reference(DeliveryPlace.ofResult(0, "c3", 0), null));
  }

  @Test
  void whatChangesAgainAfterAReferenceIsADiffOnceMore() throws Exception {
    transcript.attach(file(text("one")));
    refresh("c1", file(text("one")));
    assertThat(refresh("c2", file(text("two"))))
        .isEqualTo(delta(ATTACHED, text("one"), ONE_TO_TWO));
  }

  @Test
  void whatIsAgainAsItWasRefersToWhatIsInFull() throws Exception {
    transcript.attach(file(text("one")));
    refresh("c1", file(text("two")));
    assertThat(refresh("c2", file(text("one"))))
        .isEqualTo(new Delivery.Reference(ATTACHED, DeliveryPlace.ofResult(0, "c1", 0)));
  }

  @Test
  void whatIsAttachedAgainRefersToADiffAsWell() throws Exception {
    transcript.attach(file(text("one")));
    refresh("c1", file(text("two")));
    assertThat(transcript.attach(file(text("two"))))
        .containsExactly(
            new Delivery.Reference(DeliveryPlace.ofResult(0, "c1", 0), null, ATTACHED));
  }

  @Test
  void isOnlyForRefreshes() throws Exception {
    transcript.attach(file(text("one")));
    assertThat(transcript.attach(file(text("two")))).containsExactly(Delivery.FULL);
    assertThat(transcript.result("c1", "read_file", Kind.PLAIN, DeliveredBlock.of(file(text("3")))))
        .containsExactly(Delivery.FULL);
    assertThat(
            transcript.result(
                "c2", "attach_resource", Kind.REFRESH, DeliveredBlock.of(file(text("4")))))
        .containsExactly(Delivery.FULL);
    assertThat(refresh("c3", Kind.FORCED, DeliveredBlock.of(file(text("5")))))
        .isEqualTo(Delivery.FULL);
    assertThat(refresh("c4", Kind.FAILED, DeliveredBlock.of(file(text("6")))))
        .isEqualTo(Delivery.FULL);
  }

  @Test
  void isNotForWhatHasChangedInHalf() throws Exception {
    transcript.attach(file("old\n".repeat(400) + "same\n".repeat(400)));
    assertThat(refresh("c1", file("new\n".repeat(400) + "same\n".repeat(400))))
        .isEqualTo(Delivery.FULL);
  }

  @Test
  void isNotForWhatIsMuchShorterOrLongerThanBefore() throws Exception {
    transcript.attach(file(text("one")));
    assertThat(refresh("c1", file("the same\n".repeat(120)))).isEqualTo(Delivery.FULL);
    assertThat(refresh("c2", file(text("one").repeat(3)))).isEqualTo(Delivery.FULL);
  }

  @Test
  void isNotForWhatIsSmall() throws Exception {
    transcript.attach(file(text("one").substring(0, 1024)));
    assertThat(refresh("c1", file("B" + text("one").substring(1, 1024)))).isEqualTo(Delivery.FULL);
  }

  @Test
  void isNotAgainstWhatTheModelWasNotGivenAsItIs() throws Exception {
    transcript.attach(file(text("one")).toBuilder().formatted("a form of it").build());
    assertThat(refresh("formatted", file(text("two")))).isEqualTo(Delivery.FULL);
    refresh("forced", Kind.FORCED, numbered(text("three")));
    assertThat(refresh("after numbers", file(text("four"))))
        .as("against what was given without numbers")
        .extracting(each -> ((Delivery.Delta) each).base())
        .isEqualTo(DeliveryPlace.ofResult(0, "formatted", 0));
  }

  @Test
  void isNotForWhatIsGivenInAnotherForm() throws Exception {
    transcript.attach(file(text("one")));
    assertThat(refresh("c1", Kind.REFRESH, numbered(text("two")))).isEqualTo(Delivery.FULL);
    assertThat(refresh("c2", file(text("three")).toBuilder().formatted("a form of it").build()))
        .isEqualTo(Delivery.FULL);
  }

  private static DeliveredBlock numbered(String text) {
    TextForm numbered = new TextForm(TextForm.Layout.ELEMENT, true);
    return DeliveredBlock.of(file(text)).in(ResourceForm.NAMED.in(numbered));
  }

  @Test
  void isNotAgainstWhatIsForTheUserOnlyOrCut() throws Exception {
    transcript.attach(
        file(text("one")).toBuilder()
            .annotations(new Annotations(Set.of(Role.USER), null, null))
            .build());
    assertThat(refresh("c1", file(text("two")))).isEqualTo(Delivery.FULL);
    transcript.attach(file(text("3")).toBuilder().meta(ReferenceTargets.TRUNCATED, true).build());
    assertThat(((Delivery.Delta) refresh("c2", file(text("4")))).base())
        .isEqualTo(DeliveryPlace.ofResult(0, "c1", 0));
  }

  @Test
  void isNotAgainstBytes() throws Exception {
    byte[] bytes = text("one").getBytes(UTF_8);
    transcript
        .over(Channel.STRUCTURED)
        .attach(Resource.builder(ResourceUri.of("x:a"), ResourceContent.blob(bytes)).build());
    assertThat(refresh("c1", file(text("two")))).isEqualTo(Delivery.FULL);
  }

  @Test
  void isNotAgainstWhatTheStoreHasLost() throws Exception {
    ResourceContent one = ResourceContent.text(text("one"));
    transcript.attach(
        Resource.builder(
                ResourceUri.of("x:a"),
                Stored.text(
                    one.size(),
                    one.digest(),
                    () -> {
                      throw new IOException("is gone");
                    }))
            .build());
    assertThat(refresh("c1", file(text("two")))).isEqualTo(Delivery.FULL);
  }

  @Test
  void isNotAgainstWhatAnotherSourceMeansByTheUri() throws Exception {
    transcript.attach("Look.", Transcript.snapshots("mcp:a", file(text("one"))));
    transcript.attach("Look.", Transcript.snapshots("mcp:b", file(text("two"))));
    assertThat(refresh("c1", file(text("three")))).isEqualTo(Delivery.FULL);
  }

  @Test
  void isNotAgainstWhatCameTooManyTurnsBefore() throws Exception {
    transcript.attach(file(text("one")));
    for (int turn = 1; turn <= 31; turn++) {
      transcript.ask("And?");
    }
    assertThat(refresh("c1", file(text("two")))).isEqualTo(Delivery.FULL);
  }

  @Test
  void isThereOnlyWhereReferencesAre() throws Exception {
    var off = new DedupRules(false, 0, 30);
    var none = new Transcript(new DedupSettings(off, Map.of(), Map.of()), Channel.TEXT);
    none.attach(file(text("one")));
    assertThat(none.result("c", REFRESH, Kind.REFRESH, DeliveredBlock.of(file(text("two")))))
        .containsExactly(Delivery.FULL);
  }

  @Test
  void isSwitchedOffAndOn() throws Exception {
    assertThat(first(Deltas.OFF, Channel.TEXT)).isEqualTo(Delivery.FULL);
    assertThat(first(Deltas.IF_ALL_IS_SENT, Channel.TEXT)).isInstanceOf(Delivery.Delta.class);
    assertThat(first(Deltas.IF_ALL_IS_SENT, Channel.STRUCTURED)).isInstanceOf(Delivery.Delta.class);
    assertThat(first(Deltas.IF_ALL_IS_SENT, Channel.MCP)).isEqualTo(Delivery.FULL);
    assertThat(first(Deltas.ON, Channel.MCP)).isInstanceOf(Delivery.Delta.class);
  }

  private static Delivery first(Deltas deltas, Channel channel) throws StoreException {
    var each = new Transcript(DedupSettings.DEFAULT.deltas(deltas), channel);
    each.attach(file(text("one")));
    return each.result("c", REFRESH, Kind.REFRESH, DeliveredBlock.of(file(text("two")))).get(0);
  }

  // ---- what is left out

  private Elision leftOut(DeliveryPlace... places) throws StoreException {
    try (EventStream events = new MemoryLog(transcript.events()).oldestFirst()) {
      Elision elision =
          RequestItems.read(events, Channel.TEXT)
              .elision("compacted", List.of(places), Transcript.TIME, 0);
      transcript.add(elision);
      return elision;
    }
  }

  @Test
  void isGivenInFullIfWhatItIsAgainstIsLeftOut() throws Exception {
    transcript.attach(file(text("one")));
    refresh("c1", file(text("two")));
    refresh("c2", file(text("two"))); // refers to that diff
    refresh("c3", file(text("three")));
    assertThat(leftOut(ATTACHED).restored())
        .containsExactly(DeliveryPlace.ofResult(0, "c1", 0), DeliveryPlace.ofResult(0, "c3", 0));
    assertThat(refresh("c4", file(text("three"))))
        .isEqualTo(new Delivery.Reference(DeliveryPlace.ofResult(0, "c3", 0), null));
    assertThat(((Delivery.Delta) refresh("c5", file(text("four")))).base())
        .isEqualTo(DeliveryPlace.ofResult(0, "c3", 0));
  }

  @Test
  void mayBeLeftOutItself() throws Exception {
    transcript.attach(file(text("one")));
    refresh("c1", file(text("two")));
    refresh("c2", file(text("two")));
    assertThat(leftOut(DeliveryPlace.ofResult(0, "c1", 0)).restored())
        .containsExactly(DeliveryPlace.ofResult(0, "c2", 0));
  }

  @Test
  void afterADiffThatIsLeftOutTheNextIsAgainstWhatIsThere() throws Exception {
    transcript.attach(file(text("one")));
    refresh("c1", file(text("two")));
    leftOut(DeliveryPlace.ofResult(0, "c1", 0));
    assertThat(refresh("c2", file(text("two"))))
        .isEqualTo(delta(ATTACHED, text("one"), ONE_TO_TWO));
  }

  @Test
  void whatItIsAgainstIsNotLeftOutByItself() throws Exception {
    transcript.attach(file(text("one")));
    refresh("c1", file(text("two")));
    transcript.attach(file(text("three"))); // in full
    try (EventStream events = new MemoryLog(transcript.events()).oldestFirst()) {
      var cold = SupersededPolicy.of(SupersededPolicy.Mode.KEEP_UNTIL_COLD, prices());
      assertThat(RequestItems.read(events, Channel.TEXT).elision(cold, Transcript.TIME, 2))
          .isNull();
    }
  }

  private static CachePrices prices() {
    return new CachePrices(true, 10, 1.25, 0.1, 40);
  }

  // ---- what it takes

  @Test
  void takesTimeInProportionToTheLinesWhateverTheyAre() throws Exception {
    assertProportional(
        count -> {
          String lines = numbered(IntStream.range(0, count));
          String shuffled = numbered(new Random(5).ints(count, 0, count));
          return () -> assertThat(of(lines, shuffled)).isNull();
        });
    assertProportional(
        count -> {
          String lines = "0123456789abcdef 0123456789abcdef 012345678901\n".repeat(count);
          String others = lines.replace("0123456789abcdef 0", "0123456789abcdef 1");
          return () -> assertThat(of(lines, others)).isNull();
        });
    assertProportional(
        count -> {
          String lines = "ab\nb\n".repeat(count / 2);
          String others = "b\nab\n".repeat(count / 2);
          return () -> assertThat(of(lines, others)).isNotNull();
        });
  }

  private static void assertProportional(Growth.Sized comparison) throws Exception {
    Growth.assertProportional(200, 40_000, comparison);
  }

  private static String numbered(IntStream numbers) {
    return numbers
        .mapToObj(i -> "line " + i + " of a text that has quite a lot of them\n")
        .collect(Collectors.joining());
  }

  @Test
  void isNotMadeOfTextsThatAreTooLargeToCompare() {
    String lines = numbered(IntStream.range(0, 20_000));
    assertThat(of(lines, lines.replace("99 of", "98 of"))).isNotNull();
    assertThat(of("\n".repeat(1 << 20), "\n".repeat(1 << 20) + "x")).as("too many lines").isNull();
    assertThat(of(lines.repeat(3), lines.repeat(3) + "x")).as("too large").isNull();
  }

  private static @Nullable Delivery of(String before, String after) {
    return RefreshDelta.of(ATTACHED, ResourceContent.text(before), DeliveredBlock.of(file(after)));
  }
}
