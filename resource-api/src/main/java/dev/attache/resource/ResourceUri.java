package dev.attache.resource;

import dev.attache.resource.secrets.Redaction;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An absolute URI that identifies a resource: an opaque string, compared byte for byte.
 *
 * <p>Shape: a scheme (a letter, then letters, digits, {@code +}, {@code -}, {@code .} or {@code
 * _}), a colon, and whatever the scheme's handler understands. Nothing is parsed, decoded or
 * normalised here, because MCP servers use URIs that no general parser accepts and because only a
 * scheme's handler knows when two spellings name the same thing. A URI is <i>canonical</i> when its
 * handler has returned it.
 *
 * <p>Refused, because a URI stands on one line of a prompt: control characters (C0, DEL, C1), the
 * line and paragraph separators, and unpaired surrogates. The scheme's syntax is RFC 3986, section
 * 3.1, with {@code _} added for the names of MCP servers ({@code mcp+my_server+…}). Immutable.
 *
 * @param value the URI as it is
 */
public record ResourceUri(String value) {

  private static final char DELETE = 0x7f;

  /**
   * Takes the URI as it is.
   *
   * @param value the URI as it is; nothing in it is normalised
   * @throws IllegalArgumentException if the value has no scheme or holds a forbidden character
   */
  public ResourceUri {
    String problem = problem(value);
    if (problem != null) {
      throw new IllegalArgumentException(
          "uri (" + printable(Redaction.redact(value)) + ") " + problem);
    }
  }

  /**
   * {@return the URI that {@code value} spells}
   *
   * @param value the URI as it is; nothing in it is normalised
   * @throws IllegalArgumentException if the value has no scheme or holds a forbidden character
   */
  public static ResourceUri of(String value) {
    return new ResourceUri(value);
  }

  /**
   * {@return the URI that {@code value} spells, or nothing if it is not an absolute URI}
   *
   * @param value any text
   */
  public static Optional<ResourceUri> parse(String value) {
    return problem(value) == null ? Optional.of(new ResourceUri(value)) : Optional.empty();
  }

  /** {@return the scheme in lower case, without its colon} */
  public String scheme() {
    return value.substring(0, schemeEnd(value)).toLowerCase(Locale.ROOT);
  }

  /** {@return the URI for people and prompts, without its secrets; see {@link Redaction}} */
  public String redacted() {
    return Redaction.redact(value);
  }

  /** Two are equal when their values are, byte for byte. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResourceUri uri && value.equals(uri.value);
  }

  @Override
  public int hashCode() { // what a record has by itself is linked at run time, at each start
    return value.hashCode();
  }

  /** The URI as it is, with its secrets: before people it is {@link #redacted}. */
  @Override
  public String toString() {
    return value;
  }

  private static @Nullable String problem(String value) {
    if (schemeEnd(value) < 0) {
      return "must begin with a scheme and a colon";
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean isAscii = c >= ' ' && c < DELETE; // nearly all are, and walks make many URIs
      if (!isAscii && isControl(c)) {
        return "must not contain a control character (at " + i + ")";
      }
      if (!isAscii && isUnpaired(value, i)) {
        return "must not contain an unpaired surrogate (at " + i + ")";
      }
    }
    return null;
  }

  private static boolean isControl(char c) {
    return c < ' ' || (c >= DELETE && c < 0xa0) || c == 0x2028 || c == 0x2029;
  }

  private static boolean isUnpaired(String value, int index) {
    char c = value.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == value.length() || !Character.isLowSurrogate(value.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(value.charAt(index - 1)));
  }

  /** The value with every forbidden character escaped, so that a message stays on one line. */
  private static String printable(String value) {
    var printable = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (isControl(c) || isUnpaired(value, i)) {
        printable.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        printable.append(c);
      }
    }
    return printable.toString();
  }

  /** The index of the colon that ends the scheme, or -1 if there is no scheme. */
  private static int schemeEnd(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == ':') {
        return i == 0 ? -1 : i;
      }
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == '_';
      if (!letter && (i == 0 || !other)) {
        return -1;
      }
    }
    return -1;
  }
}
