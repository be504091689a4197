package dev.attache.resource.spi;

import dev.attache.resource.secrets.Redaction;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A text that says what somebody wants: {@code src/}, {@code *.md}, {@code !target}, {@code
 * https://…}, {@code cmd:git diff}.
 *
 * <p>References form one ordered list, in which later ones win over earlier ones.
 *
 * <p>What the text means is decided once, by {@link #parse}, with the files that are there when
 * somebody writes it; what happens to these files later does not change it. Immutable.
 *
 * @param position the place in that list, from 0
 * @param text the reference exactly as it was written
 * @param meaning what the text was decided to be
 * @param requester who asks
 */
public record Reference(int position, String text, Meaning meaning, Requester requester) {

  private static final String EXCLUSION_MARK = "!";

  /** A decision about what the text of a reference is. */
  public enum Meaning {
    /** A path as it stands, whatever characters it holds: there was a file of exactly that name. */
    PATH,

    /** The mark {@code !} and a target: it takes away what earlier references name. */
    EXCLUSION,

    /** A path, a pattern or a URI, whichever it is spelled as. */
    PLAIN
  }

  /**
   * {@return the reference of the user that {@code text} is where these files are: a path that
   * exists is always that path, even if it looks like a URI, a pattern or an exclusion; a leading
   * {@code !} makes an exclusion of anything else}
   *
   * @param position the place in the list of all references, from 0
   * @param text the reference exactly as it was written
   * @param workspace the directory that relative paths start from
   */
  public static Reference parse(int position, String text, Path workspace) {
    return exists(text, workspace)
        ? new Reference(position, text, Meaning.PATH, Requester.USER)
        : of(position, text);
  }

  /**
   * {@return the reference of the user that {@code text} spells, whatever files there are: a
   * leading {@code !} makes it an exclusion, anything else is taken as it is}
   *
   * @param position the place in the list of all references, from 0
   * @param text the reference exactly as it was written
   */
  public static Reference of(int position, String text) {
    return text.startsWith(EXCLUSION_MARK)
        ? new Reference(position, text, Meaning.EXCLUSION, Requester.USER)
        : literal(position, text);
  }

  /**
   * {@return the reference of the user that includes {@code text} as it is, even if it begins with
   * {@code !}}
   *
   * @param position the place in the list of all references, from 0
   * @param text the reference exactly as it was written
   */
  public static Reference literal(int position, String text) {
    return new Reference(position, text, Meaning.PLAIN, Requester.USER);
  }

  /**
   * {@return the same reference, asked for by {@code requester}}
   *
   * @param value who asks, in place of the user
   */
  public Reference by(Requester value) {
    return new Reference(position, text, meaning, value);
  }

  /** {@return whether it takes away what earlier references name} */
  public boolean exclusion() {
    return meaning == Meaning.EXCLUSION;
  }

  /** {@return the reference without the mark of an exclusion: a path, a pattern or a URI} */
  public String target() {
    return exclusion() ? text.substring(EXCLUSION_MARK.length()) : text;
  }

  /** {@return the reference for people, without its secrets; see {@link Redaction}} */
  public String redacted() {
    return Redaction.redact(text);
  }

  /** The reference exactly as it was written, with its secrets. */
  @Override
  public String toString() {
    return text;
  }

  private static boolean exists(String text, Path workspace) {
    try {
      return !text.isEmpty() && Files.exists(workspace.resolve(text), LinkOption.NOFOLLOW_LINKS);
    } catch (InvalidPathException e) {
      return false; // holds a NUL, or characters that the platform cannot name
    }
  }
}
