package dev.attache.store.log;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * The field at the end of a line that says that its append goes on with the next line. So an append
 * of which a crash has left the first lines only can be told from a whole one.
 */
final class LogMark {

  private static final byte[] END = ",\"more\":true}".getBytes(US_ASCII);

  private LogMark() {}

  /** Whether an object ends with the mark. */
  static boolean isOn(byte[] object) {
    int start = object.length - END.length;
    return start > 0 && Arrays.equals(object, start, object.length, END, 0, END.length);
  }

  /** Returns an object that has a field, with the mark. */
  static byte[] on(byte[] object) {
    byte[] marked = Arrays.copyOf(object, object.length - 1 + END.length);
    System.arraycopy(END, 0, marked, object.length - 1, END.length);
    return marked;
  }

  /** Returns an object without the mark that it has. */
  static byte[] off(byte[] object) {
    byte[] bare = Arrays.copyOf(object, object.length - END.length + 1);
    bare[bare.length - 1] = '}';
    return bare;
  }

  /** Returns the same object, so that what it ends with by chance is not taken for the mark. */
  static byte[] without(byte[] object) {
    if (!isOn(object)) {
      return object;
    }
    byte[] spaced = Arrays.copyOf(object, object.length + 1);
    spaced[object.length - 1] = ' ';
    spaced[object.length] = '}';
    return spaced;
  }
}
