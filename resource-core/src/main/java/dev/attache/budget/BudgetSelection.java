package dev.attache.budget;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The choice of what gets into a limit: in the order of ranks, each that still fits, whatever was
 * too large before it.
 *
 * <p>An item is let go as soon as it is certain that it is not chosen: once those before it that
 * cost no more than it does are over the limit together, one of them is not chosen either, and then
 * there is less room than that one needs. So what is held is bounded by the limit, for each
 * reference and kind, and not by what there is. Not thread-safe.
 */
public final class BudgetSelection<T> {

  /** So many of what was left out are tried again with what the closing text leaves over. */
  private static final int TRIES = 32;

  private final TokenLimit limit;
  private final Consumer<BudgetItem<T>> leftOut;
  private final Cuts gone;
  private List<BudgetItem<T>> held = new ArrayList<>();
  private long weight;
  private long weightToPrune;

  /**
   * @param limit what all that is chosen has to fit into, the closing text too
   * @param leftOut takes each item that is not chosen, some of them before all are there
   */
  public BudgetSelection(TokenLimit limit, Consumer<BudgetItem<T>> leftOut) {
    this(limit, new Cuts(limit), leftOut);
  }

  /**
   * @param limit what all that is chosen has to fit into, the closing text too
   * @param gone what was left out before
   * @param leftOut takes each item that is not chosen, some of them before all are there
   */
  public BudgetSelection(TokenLimit limit, Cuts gone, Consumer<BudgetItem<T>> leftOut) {
    this.limit = limit;
    this.leftOut = leftOut;
    this.gone = gone.copy();
    this.weightToPrune = moreThan(0);
  }

  /** The text that says what was left out, and is printed with what was chosen. */
  @FunctionalInterface
  public interface Closing {
    /**
     * {@return what it costs; it may be none, which costs nothing}
     *
     * @param cuts what would be left out, which the text is about
     * @throws IOException if the text cannot be made
     */
    long tokens(Cuts cuts) throws IOException;
  }

  /**
   * What was chosen.
   *
   * @param items in the order in which they came
   * @param hasClosing whether there is room for the closing text
   * @param tokens what all of it costs, with the closing text
   */
  public record Choice<T>(List<BudgetItem<T>> items, Cuts cuts, boolean hasClosing, long tokens) {}

  /**
   * Adds the next item.
   *
   * @param item an item of any rank; one that alone is over the limit is let go at once
   */
  public void add(BudgetItem<T> item) {
    if (item.tokens() > limit.tokens()) {
      letGo(item);
      return;
    }
    held.add(item);
    weight += item.tokens();
    if (weight > weightToPrune) {
      prune();
      weightToPrune = moreThan(weight);
    }
  }

  /** {@return what is not left out yet, in the order in which it came} */
  public List<BudgetItem<T>> held() {
    return List.copyOf(held);
  }

  /** A set to fill, in which an item is itself and no other, whatever it holds. */
  private static Set<BudgetItem<?>> none() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private long moreThan(long held) {
    return Math.max(held, held + 2 * Math.min(limit.tokens(), Long.MAX_VALUE / 4));
  }

  private void letGo(BudgetItem<T> item) {
    if (item.otherwise() != null) {
      gone.add(item.otherwise(), item.tokens());
    }
    leftOut.accept(item);
  }

  private void prune() {
    var sums = new CostSums(held);
    Set<BudgetItem<?>> hopeless = none();
    for (BudgetItem<T> item : byRank(held)) {
      if (sums.upTo(item.tokens()) > limit.tokens()) {
        hopeless.add(item);
      } else {
        sums.add(item.tokens());
      }
    }
    var left = new ArrayList<BudgetItem<T>>();
    weight = 0;
    for (BudgetItem<T> item : held) {
      if (hopeless.contains(item)) {
        letGo(item);
      } else {
        left.add(item);
        weight += item.tokens();
      }
    }
    held = left;
  }

  /**
   * Chooses, once all are there. What cannot even be said within the limit is not.
   *
   * @param closing what is asked for its cost, once for each choice that is tried
   * @return what fits, in the order in which it came
   * @throws IOException if {@code closing} throws it
   */
  public Choice<T> choose(Closing closing) throws IOException {
    List<BudgetItem<T>> ranked = byRank(held);
    long reserve = 0;
    while (reserve <= limit.tokens()) {
      Set<BudgetItem<?>> chosen = chosen(ranked, limit.tokens() - reserve);
      long end = closing.tokens(cuts(chosen));
      if (sum(chosen) + end <= limit.tokens()) {
        return finished(filled(ranked, chosen, end, closing), closing);
      }
      reserve = end; // more than it was, or all would have fitted
    }
    return left(chosen(ranked, 0), false, 0);
  }

  private static Set<BudgetItem<?>> chosen(List<? extends BudgetItem<?>> ranked, long room) {
    Set<BudgetItem<?>> chosen = none();
    long left = room;
    for (BudgetItem<?> item : ranked) {
      if (item.tokens() <= left) {
        chosen.add(item);
        left -= item.tokens();
      }
    }
    return chosen;
  }

  /** Puts in what fits into what was reserved for the closing text and is not needed. */
  private Set<BudgetItem<?>> filled(
      List<BudgetItem<T>> ranked, Set<BudgetItem<?>> chosen, long closingTokens, Closing closing)
      throws IOException {
    long end = closingTokens;
    long sum = sum(chosen);
    int tries = TRIES;
    for (BudgetItem<T> item : ranked) {
      long more = sum + item.tokens();
      if (tries > 0 && more + end <= limit.tokens() && chosen.add(item)) {
        tries--;
        long anew = closing.tokens(cuts(chosen));
        if (more + anew <= limit.tokens()) {
          end = anew;
          sum = more;
        } else {
          chosen.remove(item);
        }
      }
    }
    return chosen;
  }

  private Choice<T> finished(Set<BudgetItem<?>> chosen, Closing closing) throws IOException {
    return left(chosen, true, sum(chosen) + closing.tokens(cuts(chosen)));
  }

  private Choice<T> left(Set<BudgetItem<?>> chosen, boolean hasClosing, long tokens) {
    Cuts cuts = cuts(chosen);
    var items = new ArrayList<BudgetItem<T>>();
    for (BudgetItem<T> item : held) {
      if (chosen.contains(item)) {
        items.add(item);
      } else {
        leftOut.accept(item);
      }
    }
    return new Choice<>(items, cuts, hasClosing, tokens);
  }

  private long sum(Set<BudgetItem<?>> chosen) {
    long sum = 0;
    for (BudgetItem<T> item : held) {
      sum += chosen.contains(item) ? item.tokens() : 0;
    }
    return sum;
  }

  private Cuts cuts(Set<BudgetItem<?>> chosen) {
    Cuts cuts = gone.copy();
    for (BudgetItem<T> item : held) {
      if (item.otherwise() != null && !chosen.contains(item)) {
        cuts.add(item.otherwise(), item.tokens());
      }
    }
    return cuts;
  }

  private static <T> List<BudgetItem<T>> byRank(List<BudgetItem<T>> items) {
    return items.stream().sorted(Comparator.comparing(BudgetItem::rank)).toList();
  }

  /** Sums of costs up to any cost: a binary indexed tree over the costs that there are. */
  private static final class CostSums {

    private final long[] costs;
    private final long[] tree;

    CostSums(List<? extends BudgetItem<?>> items) {
      costs = items.stream().mapToLong(BudgetItem::tokens).sorted().distinct().toArray();
      tree = new long[costs.length + 1];
    }

    void add(long cost) {
      for (int i = Arrays.binarySearch(costs, cost) + 1; i < tree.length; i += i & -i) {
        tree[i] += cost;
      }
    }

    long upTo(long cost) {
      long sum = 0;
      for (int i = Arrays.binarySearch(costs, cost) + 1; i > 0; i -= i & -i) {
        sum += tree[i];
      }
      return sum;
    }
  }
}
