package dev.attache.store.log;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.history.AppendToken;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The field at the end of a line that says with which token it was appended; all lines of an append
 * have it. Before it, there may only be a {@link LogMark}.
 */
final class LogToken {

  private static final byte[] START = ",\"append\":\"".getBytes(US_ASCII);

  private LogToken() {}

  /** Returns an object that has a field, with a token. */
  static byte[] on(byte[] object, AppendToken token) {
    byte[] end = (token.value() + "\"}").getBytes(US_ASCII);
    int start = object.length - 1;
    byte[] marked = Arrays.copyOf(object, start + START.length + end.length);
    System.arraycopy(START, 0, marked, start, START.length);
    System.arraycopy(end, 0, marked, start + START.length, end.length);
    return marked;
  }

  /** The token of an object; null if it has none. */
  static @Nullable String of(byte[] object) {
    int start = start(object);
    return start < 0
        ? null
        : new String(
            object, start + START.length, object.length - 2 - start - START.length, US_ASCII);
  }

  /** Returns an object without the token that it may have. */
  static byte[] off(byte[] object) {
    int start = start(object);
    if (start < 0) {
      return object;
    }
    byte[] bare = Arrays.copyOf(object, start + 1);
    bare[start] = '}';
    return bare;
  }

  /** Returns the same object, so that what it ends with by chance is not taken for a token. */
  static byte[] without(byte[] object) {
    if (start(object) < 0) {
      return object;
    }
    byte[] spaced = Arrays.copyOf(object, object.length + 1);
    spaced[object.length - 1] = ' ';
    spaced[object.length] = '}';
    return spaced;
  }

  /** Where the field begins; -1 if there is none. */
  private static int start(byte[] object) {
    int quote = object.length - 2;
    if (quote < 0 || object[quote] != '"' || object[quote + 1] != '}') {
      return -1;
    }
    int from = quote;
    while (from > 0 && object[from - 1] != '"') {
      from--;
    }
    int start = from - START.length;
    return start > 0 && from < quote && Arrays.equals(object, start, from, START, 0, START.length)
        ? start
        : -1;
  }
}
