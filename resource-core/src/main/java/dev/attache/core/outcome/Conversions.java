package dev.attache.core.outcome;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The notes that say what has become of a document: who has made Markdown of it, or why there is
 * none. They are the same for users and for models, and are kept with a snapshot.
 */
public final class Conversions {

  /** What the note of one that was converted begins with. */
  static final String CONVERTED = "converted to Markdown by ";

  /** What the note of a picture out of a document begins with. */
  private static final String TAKEN = "taken out by ";

  /** What the note of one begins with whose pages were wanted as pictures. */
  private static final String NOT_DRAWN = "its pages are not shown as images: ";

  /** What the note of one that could not be begins with. */
  private static final String NOT_CONVERTED = "not converted: ";

  private Conversions() {}

  /**
   * {@return the note of a document that was converted}
   *
   * @param converter by whom, with its version
   */
  public static String by(String converter) {
    return CONVERTED + converter;
  }

  /**
   * {@return the note of a picture that was taken out of a document, or made of its page}
   *
   * @param converter by whom, with its version
   */
  public static String takenOutBy(String converter) {
    return TAKEN + converter;
  }

  /**
   * {@return the note of a document whose pages were wanted as pictures, and are not}
   *
   * @param reason in a few words
   */
  public static String notDrawn(String reason) {
    return NOT_DRAWN + reason;
  }

  /**
   * {@return the note of a document that could not be}
   *
   * @param reason in a few words, such as {@code it is encrypted}
   */
  public static String failed(String reason) {
    return NOT_CONVERTED + reason;
  }

  /**
   * {@return the note that says what has become of a document; null if it says nothing}
   *
   * @param notes those of a snapshot
   */
  public static @Nullable String in(List<String> notes) {
    for (String note : notes) {
      if (note.startsWith(CONVERTED) || note.startsWith(TAKEN) || note.startsWith(NOT_CONVERTED)) {
        return note;
      }
    }
    return null;
  }

  /**
   * {@return what the Markdown of a document lacks, as its converter says; empty if it lacks
   * nothing, or there is none}
   *
   * @param notes those of a snapshot
   */
  public static List<String> losses(List<String> notes) {
    String note = in(notes);
    if (note == null) {
      return List.of();
    }
    List<String> losses = new ArrayList<>();
    notes.stream().filter(each -> each.startsWith(NOT_DRAWN)).findFirst().ifPresent(losses::add);
    if (!note.startsWith(NOT_CONVERTED)) {
      losses.addAll(notes.subList(notes.indexOf(note) + 1, notes.size()));
    }
    return losses;
  }

  /**
   * {@return why a document was not converted; null if it was, or is none}
   *
   * @param notes those of a snapshot
   */
  public static @Nullable String problem(List<String> notes) {
    String note = in(notes);
    return note != null && note.startsWith(NOT_CONVERTED)
        ? note.substring(NOT_CONVERTED.length())
        : null;
  }
}
