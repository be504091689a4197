package dev.attache.resource;

import java.util.Locale;

/**
 * A way out of a refusal, for programs: what somebody can do, and with what. The message of a
 * refusal says what is wrong; each application words the way out for its own readers, as a command
 * line does with its options and a server for a model with a sentence. Immutable.
 *
 * @param action what can be done
 * @param subject with what, as the action says; without secrets. Of what can be trusted it is words
 *     of a POSIX shell, quoted where they have to be; all else is as it is
 */
public record Remedy(Action action, String subject) {

  /** What the user can do. */
  public enum Action {
    /** Allow files of a directory; the subject is the refused path. */
    ALLOW_DIRECTORY,
    /** Allow a host; the subject is {@code name:port}. */
    ALLOW_HOST,
    /** Let models attach from somewhere; the subject is a host, or a scheme and a colon. */
    ALLOW_MODEL,
    /** Attach it; the subject is the reference, redacted. */
    ATTACH,
    /** Trust a command that the workspace declares; the subject is what names it. */
    TRUST_COMMAND,
    /** Trust a server that the workspace defines or asks for; the subject is what names it. */
    TRUST_SERVER,
    /** Trust a jar of handlers; the subject is its path. */
    TRUST_JAR;

    /** The word that JSON has for it: {@code allow-directory}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * {@return the way out in a few words that hold whatever the application is, for models among
   * others}
   */
  public String inWords() {
    return switch (action) {
      case ALLOW_DIRECTORY -> "the user can allow its directory";
      case ALLOW_HOST -> "the user can allow the host";
      case ALLOW_MODEL -> "the user can allow it";
      case ATTACH -> "the user can attach it";
      case TRUST_COMMAND, TRUST_SERVER, TRUST_JAR -> "the user can trust it";
    };
  }
}
