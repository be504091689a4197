package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.test.LongWait;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The streams of a client of MCP that sends each request when the one before it is answered. */
final class PatientClient {

  private final Semaphore answers = new Semaphore(0);
  private final Output output = new Output();
  private final InputStream input;

  /**
   * @param requests each with what else is sent at once, and with line ends
   */
  PatientClient(List<String> requests) {
    this.input = new InTurn(requests.iterator());
  }

  /** Returns a request as a stream, which is read when that before it is answered. */
  private InputStream next(Iterator<String> requests, boolean isFirst) {
    assertThat(isFirst || isAnswered()).as(output.toString(UTF_8)).isTrue();
    return new ByteArrayInputStream(requests.next().getBytes(UTF_8));
  }

  private boolean isAnswered() {
    try {
      return answers.tryAcquire(LongWait.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  InputStream input() {
    return input;
  }

  OutputStream output() {
    return output;
  }

  /** Returns all that was answered. */
  String answered() {
    return output.toString(UTF_8);
  }

  private final class InTurn extends InputStream {

    private final Iterator<String> requests;
    private InputStream request;

    InTurn(Iterator<String> requests) {
      this.requests = requests;
      this.request = next(requests, true);
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = request.read(bytes, offset, length);
      while (count < 0 && requests.hasNext()) {
        request = next(requests, false);
        count = request.read(bytes, offset, length);
      }
      return count;
    }
  }

  private final class Output extends ByteArrayOutputStream {

    private int lineStart;

    @Override
    public synchronized void write(int b) {
      super.write(b);
      take(count - 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      super.write(bytes, offset, length);
      take(count - length);
    }

    private void take(int from) {
      for (int i = from; i < count; i++) {
        if (buf[i] == '\n') {
          var line = new String(buf, lineStart, i - lineStart, UTF_8);
          lineStart = i + 1;
          if (line.contains("\"id\":") && !line.contains("\"method\":")) {
            answers.release();
          }
        }
      }
    }
  }
}
