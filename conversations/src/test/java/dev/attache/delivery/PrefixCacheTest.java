package dev.attache.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.AgentSession.Sent;
import dev.attache.model.CacheTerms;
import dev.attache.model.CacheTerms.Kind;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.test.PrefixCache;
import dev.attache.test.PrefixCache.Block;
import dev.attache.test.PrefixCache.Part;
import dev.attache.test.PrefixCache.Usage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of caches as providers describe them, with numbers that can be checked by hand. */
class PrefixCacheTest {

  private static final Instant START = Transcript.TIME;
  private static final CacheTerms MARKED = marked(0.1, 1.25);

  private static CacheTerms marked(double read, double write) {
    return new CacheTerms(Kind.MARKS, 4, 20, 512, read, write, Duration.ofMinutes(5));
  }

  private static List<Part> parts(Part... parts) {
    return Arrays.asList(parts);
  }

  /** Parts of ten tokens each. */
  private static List<Part> followedBy(List<Part> before, Block kind, int count) {
    var parts = new ArrayList<>(before);
    for (int i = 0; i < count; i++) {
      parts.add(new Part(kind, kind + " " + i, 10));
    }
    return parts;
  }

  private static Usage send(PrefixCache cache, List<Part> parts) {
    return cache.send(START, parts, Set.of(parts.size() - 1));
  }

  @Test
  void readsWhatTheRequestBeforeWrote() {
    var cache = new PrefixCache(MARKED);
    Usage first = send(cache, parts(Part.of("a", 1000), Part.of("b", 500)));
    assertThat(first).isEqualTo(new Usage(0, 1500, 0));
    assertThat(first.price(MARKED)).isEqualTo(1_875_000);
    Usage next = send(cache, parts(Part.of("a", 1000), Part.of("b", 500), Part.of("c", 200)));
    assertThat(next).isEqualTo(new Usage(1500, 200, 0));
    assertThat(next.price(MARKED)).isEqualTo(150_000 + 250_000);
  }

  @Test
  void takesWhatComesAfterTheLastMarkForUncached() {
    List<Part> parts = parts(Part.of("a", 1000), Part.of("b", 50));
    assertThat(new PrefixCache(MARKED).send(START, parts, Set.of(0)))
        .isEqualTo(new Usage(0, 1000, 50));
    assertThat(new PrefixCache(MARKED).send(START, parts, Set.of()))
        .isEqualTo(new Usage(0, 0, 1050));
  }

  @Test
  void keepsNoBeginningUnderTheMinimum() {
    var small = new PrefixCache(MARKED);
    for (int i = 0; i < 2; i++) {
      assertThat(send(small, parts(Part.of("a", 511)))).isEqualTo(new Usage(0, 0, 511));
    }
    var cache = new PrefixCache(MARKED);
    assertThat(send(cache, parts(Part.of("a", 512)))).isEqualTo(new Usage(0, 512, 0));
    assertThat(send(cache, parts(Part.of("a", 512)))).isEqualTo(new Usage(512, 0, 0));
  }

  @Test
  void keepsAnEntryFromTheStartOfTheRequestThatReadItLast() {
    var cache = new PrefixCache(MARKED);
    List<Part> parts = parts(Part.of("a", 1000));
    Usage read = new Usage(1000, 0, 0);
    send(cache, parts);
    Instant second = START.plus(MARKED.ttl());
    assertThat(cache.send(second, parts, Set.of(0))).isEqualTo(read);
    Instant third = second.plus(MARKED.ttl());
    assertThat(cache.send(third, parts, Set.of(0))).isEqualTo(read);
    assertThat(cache.send(third.plus(MARKED.ttl()).plusMillis(1), parts, Set.of(0)))
        .isEqualTo(new Usage(0, 1000, 0));
  }

  @Test
  void doesNotRefreshWhatOnlyLiesBeforeWhatWasRead() {
    var cache = new PrefixCache(MARKED);
    List<Part> parts = parts(Part.of("a", 1000), Part.of("b", 1000));
    cache.send(START, parts, Set.of(0, 1));
    Instant second = START.plus(Duration.ofMinutes(4));
    assertThat(cache.send(second, parts, Set.of(1))).isEqualTo(new Usage(2000, 0, 0));
    Instant third = START.plus(Duration.ofMinutes(6));
    assertThat(cache.send(third, parts.subList(0, 1), Set.of(0))).isEqualTo(new Usage(0, 1000, 0));
  }

  @Test
  void looksBackTwentyPositionsTheMarkAmongThem() {
    List<Part> first = parts(Part.of("a", 1000));
    var near = new PrefixCache(MARKED);
    send(near, first);
    assertThat(send(near, followedBy(first, Block.PLAIN, 19))).isEqualTo(new Usage(1000, 190, 0));
    var far = new PrefixCache(MARKED);
    send(far, first);
    assertThat(send(far, followedBy(first, Block.PLAIN, 20))).isEqualTo(new Usage(0, 1200, 0));
  }

  @Test
  void takesARunOfCallsOrResultsForOnePosition() {
    List<Part> first = parts(Part.of("a", 1000));
    var cache = new PrefixCache(MARKED);
    send(cache, first);
    List<Part> answered = followedBy(followedBy(first, Block.CALL, 30), Block.RESULT, 30);
    assertThat(send(cache, answered)).isEqualTo(new Usage(1000, 600, 0));
    var calls = new PrefixCache(MARKED);
    send(calls, first);
    assertThat(send(calls, followedBy(answered, Block.PLAIN, 17)).read()).isEqualTo(1000);
    var more = new PrefixCache(MARKED);
    send(more, first);
    assertThat(send(more, followedBy(answered, Block.PLAIN, 18)).read()).isZero();
  }

  /** An answer, documents and a question: 18 documents are one position too many. */
  @Test
  void findsByTheAnchorOfCacheMarksWhatManyDocumentsHide() throws IOException {
    CacheTerms tailOnly = new CacheTerms(Kind.MARKS, 1, 20, 512, 0.1, 1.25, MARKED.ttl());
    assertThat(secondOf(tailOnly, 17)).isEqualTo(new Usage(4000, 1900, 0));
    assertThat(secondOf(tailOnly, 18)).isEqualTo(new Usage(0, 6000, 0));
    assertThat(secondOf(MARKED, 18)).isEqualTo(new Usage(4000, 2000, 0));
    assertThat(secondOf(MARKED, 60)).isEqualTo(new Usage(4000, 6200, 0));
  }

  /** The second of two requests, which attaches documents of 100 tokens to a first of 4000. */
  private static Usage secondOf(CacheTerms terms, int documents) throws IOException {
    var cache = new PrefixCache(terms);
    RenderedMessage asked = message(Role.USER, 0, text("q", 4000));
    AgentSession.send(cache, terms, Sent.of(START, List.of(asked)));
    var parts = new ArrayList<RenderedPart>();
    for (int i = 0; i <= documents; i++) {
      parts.add(text("d" + i + " ", 400)); // the last is the question
    }
    return AgentSession.send(
        cache,
        terms,
        Sent.of(
            START,
            List.of(
                asked,
                message(Role.ASSISTANT, 0, text("a", 400)),
                message(Role.USER, 1, parts.toArray(RenderedPart[]::new)))));
  }

  /** Of 3000 tokens of tools, 1000 of the question, and what comes after what was left out. */
  @Test
  void readsUpToTheMarkOfCacheMarksBeforeWhatWasLeftOut() throws IOException {
    CacheTerms threeMarks = new CacheTerms(Kind.MARKS, 3, 20, 512, 0.1, 1.25, MARKED.ttl());
    assertThat(afterLeavingOut(threeMarks).read()).isEqualTo(3000);
    assertThat(afterLeavingOut(MARKED).read()).isEqualTo(4000);
  }

  /** The last of four requests, in which the second message of the user is left out. */
  private static Usage afterLeavingOut(CacheTerms terms) throws IOException {
    var many = new ArrayList<RenderedPart>();
    for (int i = 0; i < 30; i++) {
      many.add(text("d" + i + " ", 400));
    }
    var messages =
        new ArrayList<>(
            List.of(
                message(Role.USER, 0, text("q", 4000)),
                message(Role.ASSISTANT, 0, text("a", 400)),
                message(Role.USER, 1, text("snapshot", 8000)),
                message(Role.ASSISTANT, 1, text("b", 400)),
                message(Role.USER, 2, many.toArray(RenderedPart[]::new)),
                message(Role.ASSISTANT, 2, text("c", 400)),
                message(Role.USER, 3, text("r", 400))));
    var cache = new PrefixCache(terms);
    for (int end = 1; end < messages.size(); end += 2) {
      AgentSession.send(cache, terms, Sent.of(START, messages.subList(0, end)));
    }
    var line = new RenderedPart.Reference(new PartPlace(1, null, 0), "It is left out.");
    messages.set(2, message(Role.USER, 1, line));
    return AgentSession.send(cache, terms, Sent.of(START, messages));
  }

  private static RenderedMessage message(Role role, int turn, RenderedPart... parts) {
    return new RenderedMessage(role, turn, List.of(parts));
  }

  private static RenderedPart text(String beginning, int bytes) {
    String text = beginning + "x".repeat(bytes - beginning.length());
    return new RenderedPart.Text(new PartPlace(0, null, -1), RenderedText.of(text));
  }

  @Test
  void writesEverythingAgainThatComesAfterARemovedBlock() {
    var cache = new PrefixCache(MARKED);
    Part prefix = Part.of("prefix", 3000);
    Part after = Part.of("after", 1000);
    send(cache, parts(prefix, Part.of("snapshot", 2500), after));
    assertThat(send(cache, parts(prefix, Part.of("stub", 50), after)))
        .isEqualTo(new Usage(0, 4050, 0));
  }

  @Test
  void readsUpToAnEntryBeforeARemovedBlockIfAMarkFindsIt() {
    Part prefix = Part.of("prefix", 3000);
    List<Part> before = followedBy(parts(prefix, Part.of("snapshot", 2500)), Block.PLAIN, 30);
    List<Part> now = followedBy(parts(prefix, Part.of("stub", 50)), Block.PLAIN, 30);
    for (boolean isSalvaged : new boolean[] {true, false}) {
      var cache = new PrefixCache(MARKED);
      send(cache, parts(prefix));
      cache.send(START, before, Set.of(0, 31));
      assertThat(cache.send(START, now, isSalvaged ? Set.of(0, 31) : Set.of(31)))
          .isEqualTo(isSalvaged ? new Usage(3000, 350, 0) : new Usage(0, 3350, 0));
    }
  }

  /** Removal pays from the first request on that is above K·(A+ρ)/(S−ρ), K = (write−read)/read. */
  @ParameterizedTest
  @CsvSource({
    // read, write, then N for S=2.5k A=20k, S=20k A=20k, S=50k A=10k, S=2.5k A=1k
    "0.1,   1.25,  95, 12,  3,  5", // K = 11.5
    "0.1,   2,    156, 20,  4,  9", // K = 19
    "0.05,  1.25, 197, 25,  5, 11", // K = 24
    "0.05,  2,    320, 40,  8, 17", // K = 39
    "0.025, 1.25, 402, 50, 10, 22", // K = 49; 401 and 21 come out even, which does not pay
  })
  void removalPaysFromTheRequestOnThatTheFormulaSays(
      double read, double write, int first, int second, int third, int fourth) {
    CacheTerms terms = marked(read, write);
    assertThat(firstThatPays(terms, 2_500, 20_000, true)).isEqualTo(first);
    assertThat(firstThatPays(terms, 20_000, 20_000, true)).isEqualTo(second);
    assertThat(firstThatPays(terms, 50_000, 10_000, true)).isEqualTo(third);
    assertThat(firstThatPays(terms, 2_500, 1_000, true)).isEqualTo(fourth);
  }

  @Test
  void removalPaysMuchLaterIfNoEntryBeforeItIsFound() {
    assertThat(firstThatPays(MARKED, 2_500, 1_000, false)).isEqualTo(20);
  }

  private static int firstThatPays(CacheTerms terms, int snapshot, int after, boolean isSalvaged) {
    Part prefix = Part.of("prefix", 3000);
    Part rest = Part.of("after", after);
    var keeping = new PrefixCache(terms);
    var dropping = new PrefixCache(terms);
    List<Part> whole = parts(prefix, Part.of("snapshot", snapshot), rest);
    for (PrefixCache cache : List.of(keeping, dropping)) {
      if (isSalvaged) {
        send(cache, parts(prefix));
      }
      send(cache, whole);
    }
    List<Part> less = parts(prefix, Part.of("stub", 50), rest);
    long kept = 0;
    long dropped = 0;
    for (int n = 1; n < 1000; n++) {
      kept += send(keeping, whole).price(terms);
      dropped += send(dropping, less).price(terms);
      if (dropped < kept) {
        return n;
      }
    }
    throw new AssertionError("never");
  }

  @Test
  void findsByItselfEveryBeginningOfWhatAnAutomaticProviderWasSent() {
    var terms = new CacheTerms(Kind.AUTOMATIC, 0, 0, 1024, 0.1, 1, Duration.ofMinutes(5));
    var cache = new PrefixCache(terms);
    Part prefix = Part.of("prefix", 3000);
    List<Part> whole = parts(prefix, Part.of("snapshot", 2500));
    assertThat(cache.send(START, whole, Set.of())).isEqualTo(new Usage(0, 5500, 0));
    assertThat(cache.send(START, parts(prefix, Part.of("stub", 50)), Set.of()))
        .isEqualTo(new Usage(3000, 50, 0));
    assertThat(cache.send(START, parts(Part.of("small", 1023)), Set.of()))
        .isEqualTo(new Usage(0, 0, 1023));
  }

  @Test
  void keepsNothingWhereAProviderHasNoCache() {
    var cache = new PrefixCache(CacheTerms.NONE);
    for (int i = 0; i < 2; i++) {
      Usage usage = cache.send(START, parts(Part.of("a", 5000)), Set.of());
      assertThat(usage).isEqualTo(new Usage(0, 0, 5000));
      assertThat(usage.price(CacheTerms.NONE)).isEqualTo(5_000_000);
    }
  }

  @Test
  void looksAsFarBackAsTheRequestGoesIfTheTermsNameNoLookback() {
    var terms = new CacheTerms(Kind.MARKS, 1, 0, 1024, 0.1, 1.25, Duration.ofMinutes(30));
    var cache = new PrefixCache(terms);
    List<Part> first = parts(Part.of("a", 2000));
    send(cache, first);
    assertThat(send(cache, followedBy(first, Block.PLAIN, 100)))
        .isEqualTo(new Usage(2000, 1000, 0));
  }

  @Test
  void refusesMoreMarksThanARequestMayHave() {
    List<Part> parts = followedBy(List.of(), Block.PLAIN, 5);
    assertThatThrownBy(() -> new PrefixCache(MARKED).send(START, parts, Set.of(0, 1, 2, 3, 4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("marks (5) must be at most 4");
  }
}
