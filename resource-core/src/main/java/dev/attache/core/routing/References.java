package dev.attache.core.routing;

import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.spi.Requester;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The references of a run, in order, and who asks: one list in which the last reference that
 * matches wins. Immutable.
 */
public final class References {

  private final List<Entry> entries;

  private References(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /**
   * One reference as it was written, and who asks.
   *
   * @param meaning what the text was decided to be; null where that is decided by the run
   * @param address what alone is to be read of it; null for all that it names
   */
  public record Entry(
      String text, @Nullable Meaning meaning, Requester requester, @Nullable ResourceUri address) {

    /**
     * {@return whether it takes away what others name; by its spelling alone where it is not
     * decided}
     */
    public boolean isExclusion() {
      return meaning == null ? Reference.of(0, text).exclusion() : meaning == Meaning.EXCLUSION;
    }
  }

  /**
   * {@return references that the user asks for; what each of them means is decided by the run}
   *
   * @param texts references as they were written, exclusions included
   */
  public static References of(List<String> texts) {
    return new References(List.of()).and(Requester.USER, texts);
  }

  /**
   * {@return references to addresses that were read before, each of which is read alone}
   *
   * @param known addresses, each with the reference that led to it and who asked
   */
  public static References ofKnown(List<KnownAddress> known) {
    return new References(
        known.stream()
            .map(each -> new Entry(each.reference(), null, each.requester(), each.address()))
            .toList());
  }

  /**
   * {@return these references and, after them, some of which it is decided what they mean}
   *
   * @param references those that come last, and so win
   */
  public References and(List<Reference> references) {
    var all = new ArrayList<>(entries);
    for (Reference each : references) {
      all.add(new Entry(each.text(), each.meaning(), each.requester(), null));
    }
    return new References(all);
  }

  /**
   * {@return these references and, after them, those that {@code requester} asks for; what each of
   * them means is decided by the run}
   *
   * @param requester who asks for all of them
   * @param texts references as they were written; they come last, and so win
   */
  public References and(Requester requester, List<String> texts) {
    var all = new ArrayList<>(entries);
    for (String text : texts) {
      all.add(new Entry(text, null, requester, null));
    }
    return new References(all);
  }

  /**
   * {@return those of these references whose text passes a test, in order}
   *
   * @param test is given each reference as it was written
   */
  public References only(Predicate<String> test) {
    return new References(entries.stream().filter(entry -> test.test(entry.text())).toList());
  }

  /** {@return those of these references that the user typed or configured, in order} */
  public References ofUser() {
    var all = new ArrayList<Entry>();
    for (Entry each : entries) {
      if (each.requester().isUser()) {
        all.add(each);
      }
    }
    return new References(all);
  }

  /**
   * {@return those of these references that {@code requester} asks for, in order}
   *
   * @param requester whose references are wanted
   */
  public References by(Requester requester) {
    var all = new ArrayList<Entry>();
    for (Entry each : entries) {
      if (each.requester() == requester) {
        all.add(each);
      }
    }
    return new References(all);
  }

  /**
   * {@return whether it is a single address that was read before, for which nothing is looked for}
   */
  public boolean isOneAddress() {
    return entries.size() == 1 && entries.get(0).address() != null;
  }

  /** {@return the references as they were written, in order} */
  public List<String> texts() {
    var texts = new ArrayList<String>();
    for (Entry each : entries) {
      texts.add(each.text());
    }
    return Collections.unmodifiableList(texts);
  }

  /** {@return all references, in order} */
  public List<Entry> entries() {
    return entries;
  }
}
