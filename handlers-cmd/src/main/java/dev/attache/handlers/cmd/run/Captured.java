package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.text.TerminalText;
import java.util.Arrays;

/**
 * The output of a command on one stream: all of it or, if that was more than could be kept, its
 * beginning and its end, each of whole lines or at least whole characters as far as possible.
 */
public final class Captured {

  private static final char CONTROL = 0x9b; // the same as ESC [
  private static final char PART = 0xe09b; // its stand-in, which is not in Latin-1

  private final byte[] head;
  private final byte[] tail;
  private final long size;

  /**
   * Takes the arrays as they are; nobody may change them.
   *
   * @param head the beginning, or all
   * @param tail the end; empty if nothing was cut
   * @param size how many bytes the command printed
   */
  public Captured(byte[] head, byte[] tail, long size) {
    this.head = head;
    this.tail = tail;
    this.size = size;
  }

  /** Returns something that was captured whole. */
  public static Captured whole(byte[] bytes) {
    return new Captured(bytes, new byte[0], bytes.length);
  }

  /** The beginning, or all. The caller must not change it. */
  public byte[] head() {
    return head;
  }

  /** The end; empty if nothing was cut. The caller must not change it. */
  public byte[] tail() {
    return tail;
  }

  /** How many bytes the command printed. */
  public long size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** How many bytes of it there are. */
  public long kept() {
    return (long) head.length + tail.length;
  }

  /** How many bytes between head and tail were not kept. */
  public long cut() {
    return size - kept();
  }

  public boolean isCut() {
    return cut() > 0;
  }

  /** Returns the same with at most {@code limit} bytes of it. */
  public Captured cutTo(long limit) {
    if (kept() <= limit) {
      return this;
    }
    byte[] last = isCut() ? tail : head;
    int ofTail = (int) Math.min(limit / 2, last.length);
    int ofHead = (int) Math.min(limit - limit / 2, head.length);
    int start = CutPoint.startAfter(last, last.length - ofTail);
    return new Captured(
        Arrays.copyOf(head, CutPoint.endBefore(head, ofHead)),
        Arrays.copyOfRange(last, start, last.length),
        size);
  }

  /**
   * Returns the output as a terminal shows it in the end ({@link TerminalText}); binary output is
   * returned unchanged.
   */
  public Captured shown() {
    if (!mayMove(head) && !mayMove(tail)) {
      return this;
    }
    if (StreamBytes.isBinary(this)) {
      return this;
    }
    byte[] shownHead = shown(head);
    byte[] shownTail = shown(tail);
    return new Captured(shownHead, shownTail, cut() + shownHead.length + shownTail.length);
  }

  private static byte[] shown(byte[] bytes) {
    boolean isUtf8 = StreamBytes.malformed(bytes) == 0;
    String text = isUtf8 ? new String(bytes, UTF_8) : bytewise(bytes);
    String shown = TerminalText.shown(text);
    return shown.equals(text)
        ? bytes
        : isUtf8 ? shown.getBytes(UTF_8) : shown.replace(PART, CONTROL).getBytes(ISO_8859_1);
  }

  /**
   * Returns a character for each byte of another charset, or of broken UTF-8. There, 0x9b can be a
   * part of a letter.
   */
  private static String bytewise(byte[] bytes) {
    return new String(bytes, ISO_8859_1).replace(CONTROL, PART);
  }

  /** Tests for bytes that are more than text to a terminal. */
  private static boolean mayMove(byte[] bytes) {
    for (byte b : bytes) {
      if ((b >= 0 && b < ' ' && b != '\n' && b != '\t') || b == (byte) CONTROL) {
        return true;
      }
    }
    return false;
  }
}
