package dev.attache.mcp;

import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.OneLine;
import dev.attache.support.text.WellFormed;

/** The words of a server, made fit for a line of a message, a note or a name. */
public final class ServerText {

  /** How long a line is that has no other limit. */
  private static final int USUAL_LIMIT = 1000;

  /** How far a secret is looked for that is cut through. */
  private static final int BEYOND = 2000;

  private ServerText() {}

  /**
   * {@return one line of at most 1000 characters; see {@link #line(String, int)}}
   *
   * @param text words of a server, of any length
   */
  public static String line(String text) {
    return line(text, USUAL_LIMIT);
  }

  /**
   * {@return one line of at most {@code limit} characters, with an ellipsis if there were more, and
   * without the secrets of the URIs in it} A space stands for each run of what does not belong on a
   * line: line ends and other control characters, what changes the direction of text or cannot be
   * seen, and half characters. Colours are taken out.
   *
   * @param text words of a server, of any length
   * @param limit how many characters the line may have
   */
  public static String line(String text, int limit) {
    return OneLine.cut(Redaction.redactAllIn(OneLine.clean(text, limit + BEYOND)), limit);
  }

  /**
   * {@return the text with U+FFFD in place of each half of a character}
   *
   * @param text words of a server; line ends stay
   */
  public static String whole(String text) {
    return WellFormed.text(text);
  }
}
