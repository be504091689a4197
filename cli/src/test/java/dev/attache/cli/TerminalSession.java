package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A shell command at a pseudo-terminal, at which somebody types and waits for what is shown. */
final class TerminalSession implements AutoCloseable {

  private static final Path SCRIPT = Path.of("/usr/bin/script");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final OutputStream keys;
  private final StringBuilder shown = new StringBuilder();
  private int seen;

  private TerminalSession(Process process) {
    this.process = process;
    this.keys = process.getOutputStream();
    var reader = new Thread(this::read, "terminal");
    reader.setDaemon(true);
    reader.start();
  }

  /** Whether a terminal can be made here. */
  static boolean isPossible() {
    return Files.isExecutable(SCRIPT);
  }

  /** Starts a command at a terminal of 80 columns. */
  static TerminalSession start(Path directory, String command, Map<String, String> environment) {
    var builder =
        new ProcessBuilder(
            Launch.hearing(
                List.of(
                    SCRIPT.toString(), "-qec", "stty cols 80 rows 24; " + command, "/dev/null")));
    builder.directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("ATTACHE_QUIET_START", "1");
    builder.environment().put("TERM", "xterm");
    builder.environment().putAll(environment);
    try {
      return new TerminalSession(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    var bytes = new byte[4096];
    try (InputStream in = process.getInputStream()) {
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        add(new String(bytes, 0, n, UTF_8));
      }
    } catch (IOException e) {
      add("the terminal cannot be read: " + e);
    }
  }

  private void add(String more) {
    synchronized (shown) {
      shown.append(more.replace("\r", ""));
      shown.notifyAll();
    }
  }

  /** Types keys, which are not looked at: {@code \u0003} is Ctrl-C. */
  TerminalSession type(String text) {
    try {
      keys.write(text.getBytes(UTF_8));
      keys.flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(all(), e);
    }
  }

  /** Waits until something is shown after what was waited for before. */
  TerminalSession await(String text) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    synchronized (shown) {
      int at = shown.indexOf(text, seen);
      while (at < 0) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError("never shown: " + text + "\nafter:\n" + all());
        }
        waitForMore(left);
        at = shown.indexOf(text, seen);
      }
      seen = at + text.length();
      return this;
    }
  }

  private void waitForMore(long millis) {
    try {
      shown.wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Asks the programs whose command lines have a word to end. */
  void terminate(String word) {
    process
        .descendants()
        .filter(each -> each.info().commandLine().orElse("").contains(word))
        .forEach(ProcessHandle::destroy);
  }

  /** All that was shown so far. */
  String all() {
    synchronized (shown) {
      return shown.toString();
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
