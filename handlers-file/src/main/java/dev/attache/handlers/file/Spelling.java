package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * The spelling, in a pattern, of the paths of a directory that links and {@code ..} may have led
 * to.
 *
 * @param base the directory, relative to its root
 * @param spelled how the pattern spells it; empty if the pattern begins with a wildcard
 */
record Spelling(String base, String spelled) {

  /** Spells every path as it is. */
  static final Spelling SAME = new Spelling("", "");

  /** The path of something below the directory, relative to its root, as the pattern has it. */
  byte[] of(byte[] path) {
    if (base.equals(spelled)) {
      return path;
    }
    byte[] from = base.getBytes(UTF_8);
    if (!isBelow(path, from)) {
      return path;
    }
    byte[] start = spelled.getBytes(UTF_8);
    int at = from.length;
    if (start.length == 0 && at < path.length) {
      at++; // the slash after the base, which nothing precedes now
    } else if (at == 0 && path.length > 0) {
      start = (spelled + "/").getBytes(UTF_8);
    }
    byte[] respelled = Arrays.copyOf(start, start.length + path.length - at);
    System.arraycopy(path, at, respelled, start.length, path.length - at);
    return respelled;
  }

  private static boolean isBelow(byte[] path, byte[] directory) {
    int length = directory.length;
    return length == 0
        || (path.length >= length
            && Arrays.equals(path, 0, length, directory, 0, length)
            && (path.length == length || path[length] == '/'));
  }
}
