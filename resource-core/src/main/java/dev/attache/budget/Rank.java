package dev.attache.budget;

import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.types.ContentKind;
import java.util.Comparator;

/**
 * A place in the order in which things get into a limit: what was named exactly, in the order in
 * which it was named; then what directories and patterns led to, each with what is worth most and
 * costs least first. What the user typed comes before what a configuration declares. Immutable.
 *
 * @param group 0 for what has to be said, 1 for what was named exactly, 2 for all else
 * @param requester who asked, the most trusted first
 * @param position that of the reference
 * @param kind what it is worth
 * @param tokens what it costs
 * @param number where it was found, among all
 */
public record Rank(
    int group, Requester requester, int position, ContentKind kind, long tokens, long number)
    implements Comparable<Rank> {

  private static final Comparator<Rank> ORDER =
      Comparator.comparingInt(Rank::group)
          .thenComparing(Rank::requester)
          .thenComparingInt(Rank::position)
          .thenComparing(Rank::kind)
          .thenComparingLong(Rank::tokens)
          .thenComparingLong(Rank::number);

  /**
   * {@return the rank of what a reference led to}
   *
   * @param reference what led there, by its requester and its place in the list
   * @param isNamed whether the reference names exactly this
   * @param kind what it is worth
   * @param tokens what it costs
   * @param number where it was found, among all
   */
  public static Rank of(
      Reference reference, boolean isNamed, ContentKind kind, long tokens, long number) {
    return new Rank(
        isNamed ? 1 : 2, reference.requester(), reference.position(), kind, tokens, number);
  }

  /**
   * {@return the rank of what has to be said before all else}
   *
   * @param number its place among what has to be said
   */
  public static Rank said(long number) {
    return new Rank(0, Requester.USER, 0, ContentKind.SOURCE, 0, number);
  }

  @Override
  public int compareTo(Rank other) {
    return ORDER.compare(this, other);
  }
}
