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
 * <p>Bytes are held back until their line or the stream ends, so that no character is cut.
 */
final class SanitizingOutputStream extends FilterOutputStream {

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
  public void close() throws IOException {
    pass();
    super.close();
  }

  private void pass() throws IOException {
    byte[] bytes = line.toByteArray();
    line.reset();
    byte[] safe = Sanitizer.sanitize(new String(bytes, UTF_8)).getBytes(UTF_8);
    out.write(safe, 0, safe.length);
  }
}
