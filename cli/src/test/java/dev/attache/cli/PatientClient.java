package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.test.LongWait;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Enumeration;
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
    this.input = new SequenceInputStream(inTurn(requests.iterator()));
  }

  private Enumeration<InputStream> inTurn(Iterator<String> requests) {
    return new Enumeration<>() {
      private boolean isFirst = true;

      @Override
      public boolean hasMoreElements() {
        return requests.hasNext();
      }

      @Override
      public InputStream nextElement() {
        assertThat(isFirst || isAnswered()).as(output.toString(UTF_8)).isTrue();
        isFirst = false;
        return new ByteArrayInputStream(requests.next().getBytes(UTF_8));
      }
    };
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
