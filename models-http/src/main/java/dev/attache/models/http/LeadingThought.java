package dev.attache.models.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reader of texts that may begin with a thought between {@code <think>} and {@code </think>}, as
 * many open models write it and their servers pass it on: it becomes thinking, and what follows it
 * is the answer. Such tags further on are text. Not thread-safe.
 */
public final class LeadingThought {

  private static final List<String> TAGS = List.of("<think>", "<thinking>");

  /** The most blanks before a thought. */
  private static final int MOST_BLANKS = 64;

  private enum Place {
    /** Before the first character that is not blank. */
    BEFORE,
    /** Between the tags. */
    WITHIN,
    /** Behind them, where blanks are passed over. */
    BEHIND,
    /** In the answer. */
    ANSWER
  }

  private Place place = Place.BEFORE;
  private String held = ""; // the beginning of a tag, perhaps
  private String end = "";

  /** Begins before the first text of an answer. */
  public LeadingThought() {}

  /**
   * Adds a piece of a text.
   *
   * @param more the next piece; null and the empty one are none
   * @param out takes what of it is known to be thinking or text
   */
  public void text(@Nullable String more, AnswerEvents out) {
    if (more == null || more.isEmpty()) {
      return;
    }
    String piece = held + more;
    held = "";
    if (place == Place.BEFORE) {
      piece = begin(piece);
    }
    if (place == Place.WITHIN) {
      piece = think(piece, out);
    }
    if (place == Place.BEHIND) {
      piece = piece.stripLeading();
      place = piece.isEmpty() ? Place.BEHIND : Place.ANSWER;
    }
    if (place == Place.ANSWER) {
      out.text(piece);
    }
  }

  /**
   * Ends the text.
   *
   * @param out takes the piece that was held back
   */
  public void end(AnswerEvents out) {
    if (place == Place.WITHIN) {
      out.thinking(held);
    } else {
      out.text(held);
    }
    held = "";
  }

  /** Decides whether a text begins with a tag; returns what comes behind that, or all of it. */
  private String begin(String piece) {
    String begun = piece.stripLeading();
    for (String tag : TAGS) {
      if (begun.startsWith(tag)) {
        place = Place.WITHIN;
        end = "</" + tag.substring(1);
        return begun.substring(tag.length());
      }
    }
    if (piece.length() <= MOST_BLANKS && TAGS.stream().anyMatch(tag -> tag.startsWith(begun))) {
      held = piece;
    } else {
      place = Place.ANSWER;
    }
    return piece;
  }

  /** Hands on a thought as far as its end; returns what comes behind that. */
  private String think(String piece, AnswerEvents out) {
    int at = piece.indexOf(end);
    if (at >= 0) {
      place = Place.BEHIND;
      out.thinking(piece.substring(0, at));
      return piece.substring(at + end.length());
    }
    int open = piece.lastIndexOf('<');
    boolean mayEnd = open >= 0 && end.startsWith(piece.substring(open));
    held = mayEnd ? piece.substring(open) : "";
    out.thinking(mayEnd ? piece.substring(0, open) : piece);
    return "";
  }
}
