package dev.attache.examples.zip;

import dev.attache.resource.ResourceException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of an archive a URI means: all, one, those below a directory, or those that a
 * pattern matches. {@code *} stands for any characters but the slash, {@code ?} for one, and {@code
 * **} for any characters; {@code **}{@code /} at the beginning of a segment also for nothing.
 */
final class EntryPattern {

  private static final int ONE = -1;
  private static final int RUN = -2;
  private static final int DEEP_RUN = -3;
  private static final int DIRECTORIES = -4;

  private final String encoded;
  private final int[] tokens;

  private EntryPattern(String encoded, int[] tokens) {
    this.encoded = encoded;
    this.tokens = tokens;
  }

  /**
   * Reads what follows {@code !/}.
   *
   * @throws ResourceException {@code INVALID_URI} if it has an empty segment, {@code .} or {@code
   *     ..}, or is not well encoded
   */
  static EntryPattern parse(String spelled, String uri) throws ResourceException {
    var tokens = new int[spelled.length()];
    var encoded = new StringBuilder();
    int count = 0;
    int at = 0;
    while (at < spelled.length()) {
      int wildcard = wildcardFrom(spelled, at);
      String literal = ZipUri.decode(spelled.substring(at, wildcard), uri);
      encoded.append(ZipUri.encode(literal));
      for (int i = 0; i < literal.length(); i++) {
        tokens[count++] = literal.charAt(i);
      }
      at = wildcard;
      if (at < spelled.length()) {
        int token = wildcard(spelled, at);
        int length = token == DIRECTORIES ? 3 : token == DEEP_RUN ? 2 : 1;
        encoded.append(spelled, at, at + length);
        tokens[count++] = token;
        at += length;
      }
    }
    requireInside(encoded.toString(), uri);
    return new EntryPattern(encoded.toString(), Arrays.copyOf(tokens, count));
  }

  /** The canonical spelling; empty if all entries are meant. */
  String encoded() {
    return encoded;
  }

  /** The name of the one entry that is meant; null if it can be several. */
  @Nullable String exactName() {
    if (tokens.length == 0 || tokens[tokens.length - 1] == '/') {
      return null;
    }
    var name = new StringBuilder();
    for (int token : tokens) {
      if (token < 0) {
        return null;
      }
      name.append((char) token);
    }
    return name.toString();
  }

  /** Whether an entry of this name is meant, or a directory above it. */
  boolean matches(String name) {
    boolean[] reached = new boolean[name.length() + 1]; // how much of the name can be used up
    reached[0] = true;
    for (int token : tokens) {
      reached = step(token, reached, name);
    }
    if (tokens.length == 0 || reached[name.length()]) {
      return true;
    }
    boolean isDirectory = tokens[tokens.length - 1] == '/';
    for (int i = 0; i < name.length(); i++) {
      if (reached[i] && (isDirectory || name.charAt(i) == '/')) {
        return true;
      }
    }
    return false;
  }

  private static boolean[] step(int token, boolean[] before, String name) {
    boolean[] after = new boolean[before.length];
    boolean isAnyBelow = false;
    for (int i = 0; i < before.length; i++) {
      char last = i == 0 ? 0 : name.charAt(i - 1);
      after[i] =
          switch (token) {
            case ONE -> i > 0 && before[i - 1] && last != '/';
            case RUN -> before[i] || (i > 0 && after[i - 1] && last != '/');
            case DEEP_RUN -> before[i] || (i > 0 && after[i - 1]);
            case DIRECTORIES -> before[i] || (last == '/' && isAnyBelow);
            default -> i > 0 && before[i - 1] && last == token;
          };
      isAnyBelow |= before[i];
    }
    return after;
  }

  private static int wildcardFrom(String spelled, int from) {
    int at = from;
    while (at < spelled.length() && spelled.charAt(at) != '*' && spelled.charAt(at) != '?') {
      at++;
    }
    return at;
  }

  private static int wildcard(String spelled, int at) {
    if (spelled.charAt(at) == '?') {
      return ONE;
    }
    boolean isFirst = at == 0 || spelled.charAt(at - 1) == '/';
    if (isFirst && spelled.startsWith("**/", at)) {
      return DIRECTORIES;
    }
    return spelled.startsWith("**", at) ? DEEP_RUN : RUN;
  }

  private static void requireInside(String encoded, String uri) throws ResourceException {
    List<String> segments = List.of(encoded.split("/", -1));
    for (int i = 0; i < segments.size(); i++) {
      boolean isEnd = i == segments.size() - 1; // a slash at the end is that of a directory
      if (!isName(segments.get(i)) && !(isEnd && segments.get(i).isEmpty())) {
        throw ZipUri.invalid(
            uri, "names an entry with an empty segment, \".\" or \"..\", which none can have");
      }
    }
  }

  /** Whether something can be a segment of an entry's name. */
  static boolean isName(String segment) {
    return !segment.isEmpty() && !segment.equals(".") && !segment.equals("..");
  }
}
