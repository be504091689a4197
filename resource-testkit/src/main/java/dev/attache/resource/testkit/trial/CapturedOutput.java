package dev.attache.resource.testkit.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The time in which all that a {@link Trial} prints and logs is kept instead of shown. What others
 * print meanwhile goes where it went before.
 */
public final class CapturedOutput implements AutoCloseable {

  private static final Logger ROOT = Logger.getLogger("");

  private final List<String> heard = new ArrayList<>();
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final Handler records = new Records();

  private CapturedOutput() {}

  public static CapturedOutput start() {
    var captured = new CapturedOutput();
    System.setOut(captured.ear("System.out", captured.out));
    System.setErr(captured.ear("System.err", captured.err));
    ROOT.addHandler(captured.records);
    return captured;
  }

  /** What was heard, a line each. */
  public synchronized List<String> heard() {
    return List.copyOf(heard);
  }

  @Override
  public void close() {
    ROOT.removeHandler(records);
    System.setErr(err);
    System.setOut(out);
  }

  private synchronized void hear(String text) {
    heard.add(text);
  }

  private PrintStream ear(String name, PrintStream before) {
    return new PrintStream(new Ear(name, before), true, UTF_8);
  }

  private final class Ear extends OutputStream {
    private final String name;
    private final PrintStream before;

    Ear(String name, PrintStream before) {
      this.name = name;
      this.before = before;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      String text = new String(bytes, offset, length, UTF_8);
      if (!Trial.isUnderWayHere()) {
        before.write(bytes, offset, length);
      } else if (!text.isBlank()) {
        hear(name + ": " + text.strip());
      }
    }
  }

  private final class Records extends Handler {
    @Override
    public void publish(LogRecord logged) {
      if (Trial.isUnderWayHere()) {
        hear("log: " + logged.getMessage());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
