package dev.attache.resource.spi;

import dev.attache.resource.secrets.Redaction;

/**
 * What somebody wrote to say what they want: {@code src/}, {@code *.md}, {@code !target}, {@code
 * https://…}, {@code cmd:git diff}.
 *
 * <p>References form one ordered list, in which later ones win over earlier ones.
 *
 * @param position the place in that list, from 0
 * @param text the reference exactly as it was written
 * @param exclusion whether it takes away what earlier references name (it was written with a
 *     leading {@code !})
 * @param target the reference without the mark of an exclusion: a path, a pattern or a URI
 * @param requester who asks
 */
public record Reference(
    int position, String text, boolean exclusion, String target, Requester requester) {

  private static final char EXCLUSION_MARK = '!';

  /**
   * Returns the reference of the user that {@code text} spells: a leading {@code !} makes it an
   * exclusion, anything else is taken as it is.
   */
  public static Reference of(int position, String text) {
    return !text.isEmpty() && text.charAt(0) == EXCLUSION_MARK
        ? new Reference(position, text, true, text.substring(1), Requester.USER)
        : literal(position, text);
  }

  /**
   * Returns the reference of the user that includes {@code text} as it is, even if it begins with
   * {@code !}.
   */
  public static Reference literal(int position, String text) {
    return new Reference(position, text, false, text, Requester.USER);
  }

  /** Returns the same reference, asked for by {@code requester}. */
  public Reference by(Requester value) {
    return new Reference(position, text, exclusion, target, value);
  }

  /** The reference for people, without its secrets; see {@link Redaction}. */
  public String redacted() {
    return Redaction.redact(text);
  }

  /** The reference exactly as it was written, with its secrets. */
  @Override
  public String toString() {
    return text;
  }
}
