package dev.attache.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.text.Sanitizer;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream of UTF-8 to a terminal, on which every line passes the {@link Sanitizer}.
 *
 * <p>Bytes are held back until their line or the stream ends, so that no character is cut. A flush
 * passes on before what no further byte can change.
 */
final class SanitizingOutputStream extends FilterOutputStream {

  /** What stands for bytes that are no character, or not yet. */
  private static final char NO_CHARACTER = '\ufffd';

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  SanitizingOutputStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    line.write(b);
    if (b == '\n') {
      pass();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int end = offset + length;
    int start = offset;
    for (int i = offset; i < end; i++) {
      if (bytes[i] == '\n') {
        line.write(bytes, start, i + 1 - start);
        pass();
        start = i + 1;
      }
    }
    line.write(bytes, start, end - start);
  }

  @Override
  public void flush() throws IOException {
    String text = line.toString(UTF_8);
    int end = text.length();
    while (end > 0 && !isSettled(text.codePointBefore(end))) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    String settled = text.substring(0, end);
    if (settled.indexOf(NO_CHARACTER) < 0) { // or nobody knows which bytes they were
      byte[] bytes = line.toByteArray();
      int length = settled.getBytes(UTF_8).length;
      line.reset();
      line.write(bytes, length, bytes.length - length);
      write(settled);
    }
    super.flush();
  }

  /** Whether a character is the same whatever follows; several can make up one picture. */
  private static boolean isSettled(int c) {
    boolean isPartOfKey = (c >= '0' && c <= '9') || c == '#' || c == '*';
    return Character.isLetter(c) || (c >= ' ' && c < 0x7f && !isPartOfKey);
  }

  @Override
  public void close() throws IOException {
    pass();
    super.close();
  }

  private void pass() throws IOException {
    String text = line.toString(UTF_8);
    line.reset();
    write(text);
  }

  private void write(String text) throws IOException {
    byte[] safe = Sanitizer.sanitize(text).getBytes(UTF_8);
    out.write(safe, 0, safe.length);
  }
}
