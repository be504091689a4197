package dev.attache.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.budget.BudgetSelection.Choice;
import dev.attache.core.outcome.Outcome;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.tokens.TokenEstimator;
import dev.attache.types.ContentKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BudgetSelectionTest {

  private static final List<ContentKind> KINDS = List.of(ContentKind.values());

  private static final BudgetSelection.Closing NOTHING = cuts -> 0;

  private final List<Long> leftOut = new ArrayList<>();

  private static TokenLimit limit(long tokens) {
    return new TokenLimit(tokens, TokenEstimator.standard());
  }

  private static BudgetItem<Long> item(
      TokenLimit limit, int position, boolean isNamed, ContentKind kind, long tokens, long number) {
    Reference reference = Reference.of(position, "ref" + position);
    String name = "d" + number % 3 + "/" + number + ".txt";
    var uri = ResourceUri.parse("file:///w/" + name).orElseThrow();
    Outcome.Skipped skipped =
        limit.leftOut(reference, new Candidate(uri, name, 1, isNamed, null), tokens);
    Rank rank = Rank.of(reference, isNamed, kind, tokens, number);
    return new BudgetItem<>(rank, tokens, skipped, number);
  }

  private Choice<Long> choose(
      TokenLimit limit, List<BudgetItem<Long>> items, BudgetSelection.Closing closing)
      throws IOException {
    var selection = new BudgetSelection<Long>(limit, item -> leftOut.add(item.value()));
    items.forEach(selection::add);
    return selection.choose(closing);
  }

  private static List<Long> numbers(Choice<Long> choice) {
    return choice.items().stream().map(BudgetItem::value).toList();
  }

  @Test
  void takesWhatWasNamedThenWhatIsWorthMostThenWhatIsSmallest() throws IOException {
    TokenLimit limit = limit(100);
    List<BudgetItem<Long>> items =
        List.of(
            item(limit, 0, false, ContentKind.SOURCE, 30, 0),
            item(limit, 0, false, ContentKind.LOCK_FILE, 5, 1),
            item(limit, 1, false, ContentKind.SOURCE, 10, 2),
            item(limit, 0, false, ContentKind.SOURCE, 20, 3),
            item(limit, 2, true, ContentKind.DATA, 40, 4));
    assertThat(numbers(choose(limit, items, NOTHING))).containsExactly(0L, 1L, 3L, 4L);
    assertThat(leftOut).containsExactly(2L);
  }

  @Test
  void goesOnWithWhatIsSmaller() throws IOException {
    TokenLimit limit = limit(100);
    List<BudgetItem<Long>> items =
        List.of(
            item(limit, 0, true, ContentKind.SOURCE, 60, 0),
            item(limit, 1, true, ContentKind.SOURCE, 50, 1),
            item(limit, 2, true, ContentKind.SOURCE, 40, 2));
    Choice<Long> choice = choose(limit, items, NOTHING);
    assertThat(numbers(choice)).containsExactly(0L, 2L);
    assertThat(choice.tokens()).isEqualTo(100);
  }

  @Test
  void leavesRoomForSayingWhatIsMissing() throws IOException {
    TokenLimit limit = limit(100);
    var items = new ArrayList<BudgetItem<Long>>();
    for (int i = 0; i < 10; i++) {
      items.add(item(limit, 0, false, ContentKind.SOURCE, 20 + i, i));
    }
    Choice<Long> choice = choose(limit, items, cuts -> cuts.isEmpty() ? 0 : 15);
    assertThat(numbers(choice)).containsExactly(0L, 1L, 2L);
    assertThat(choice.tokens()).isEqualTo(78);
    assertThat(choice.cuts().items()).isEqualTo(7);
    assertThat(choice.cuts().tokens()).isEqualTo(23 + 24 + 25 + 26 + 27 + 28 + 29);
  }

  @Test
  void saysNothingThatDoesNotFitEither() throws IOException {
    TokenLimit limit = limit(10);
    Choice<Long> choice =
        choose(limit, List.of(item(limit, 0, true, ContentKind.SOURCE, 11, 0)), cuts -> 20);
    assertThat(choice.items()).isEmpty();
    assertThat(choice.hasClosing()).isFalse();
    assertThat(choice.tokens()).isZero();
    assertThat(leftOut).containsExactly(0L);
  }

  @Test
  void sumsUpDirectoriesInAsManyLinesAsMayBe() {
    TokenLimit limit = limit(50_000);
    var cuts = new Cuts(limit);
    for (String path : List.of("a/b/1", "a/b/2", "a/c/3", "d/4", "5")) {
      var uri = ResourceUri.parse("file:///w/" + path).orElseThrow();
      cuts.add(
          limit.leftOut(Reference.of(0, "."), new Candidate(uri, path, 1, false, null), 2000),
          2000);
    }
    assertThat(cuts.lines(4))
        .containsExactly(
            "5: skipped for the limit of 50k tokens (≈ 2.0k tokens)",
            "a/b/: 2 skipped for the limit of 50k tokens (≈ 4.0k tokens)",
            "a/c/3: skipped for the limit of 50k tokens (≈ 2.0k tokens)",
            "d/4: skipped for the limit of 50k tokens (≈ 2.0k tokens)");
    assertThat(cuts.lines(3))
        .containsExactly(
            "5: skipped for the limit of 50k tokens (≈ 2.0k tokens)",
            "a/: 3 skipped for the limit of 50k tokens (≈ 6.0k tokens)",
            "d/4: skipped for the limit of 50k tokens (≈ 2.0k tokens)");
    assertThat(cuts.lines(1))
        .containsExactly("5 skipped for the limit of 50k tokens (≈ 10k tokens)");
  }

  /** The oracle holds everything, in one list, until the end. */
  @Test
  void choosesTheSameHoweverMuchItLetsGoBefore() throws IOException {
    var random = new Random(19);
    for (int round = 0; round < 300; round++) {
      TokenLimit limit = limit(1 + random.nextInt(2000));
      var items = new ArrayList<BudgetItem<Long>>();
      int many = random.nextInt(400);
      for (int i = 0; i < many; i++) {
        items.add(
            item(
                limit,
                random.nextInt(3),
                random.nextInt(8) == 0,
                KINDS.get(random.nextInt(KINDS.size())),
                1 + (long) Math.exp(random.nextDouble() * 7),
                i));
      }
      leftOut.clear();
      Choice<Long> choice = choose(limit, items, NOTHING);
      assertThat(numbers(choice)).isEqualTo(greedy(limit.tokens(), items));
      assertThat(choice.tokens()).isLessThanOrEqualTo(limit.tokens());
      assertThat(leftOut).hasSize(many - choice.items().size()).doesNotHaveDuplicates();
      assertThat(choice.cuts().items()).isEqualTo(leftOut.size());
    }
  }

  private static List<Long> greedy(long limit, List<BudgetItem<Long>> items) {
    var chosen = new ArrayList<Long>();
    long room = limit;
    for (BudgetItem<Long> item :
        items.stream().sorted(Comparator.comparing(BudgetItem<Long>::rank)).toList()) {
      if (item.tokens() <= room) {
        room -= item.tokens();
        chosen.add(item.value());
      }
    }
    chosen.sort(Comparator.naturalOrder());
    return chosen;
  }

  @Test
  void holdsNoMoreThanTheLimitForEachReferenceAndKind() {
    TokenLimit limit = limit(1000);
    var selection = new BudgetSelection<Long>(limit, item -> leftOut.add(item.value()));
    for (long i = 0; i < 20_000; i++) {
      selection.add(item(limit, 0, false, ContentKind.SOURCE, 10 + i % 7, i));
    }
    long held = selection.held().stream().mapToLong(BudgetItem::tokens).sum();
    assertThat(held).isLessThan(4 * limit.tokens());
    assertThat(leftOut).hasSize(20_000 - selection.held().size());
  }
}
