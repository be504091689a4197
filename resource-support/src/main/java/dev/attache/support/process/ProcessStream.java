package dev.attache.support.process;

import java.io.IOException;
import java.io.InputStream;

/** A stream as the JVM gives it, for platforms without {@link OutputPipe}. */
record ProcessStream(InputStream in) implements OutputSource {

  private static final int BUFFER_SIZE = 64 << 10;

  @Override
  public void readInto(Sink sink) {
    byte[] buffer = new byte[BUFFER_SIZE];
    try (in) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        sink.write(buffer, 0, n);
      }
    } catch (IOException e) {
      // Closed because those who hold its other end cannot be found: what was read counts.
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
