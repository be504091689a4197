package dev.attache.handlers.cmd.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.support.process.PlatformText;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** A git program that answers within a time and within a size. */
public final class ProcessGit implements GitReader {
  private static final int MAX_KEPT = 1024 * 1024;

  private final Path program;
  private final Duration timeout;

  private ProcessGit(Path program, Duration timeout) {
    this.program = program;
    this.timeout = timeout;
  }

  public static ProcessGit of(Path program, Duration timeout) {
    return new ProcessGit(program, timeout);
  }

  @Override
  public List<String> records(
      Path directory,
      Map<String, String> environment,
      List<String> arguments,
      Predicate<String> wanted)
      throws IOException {
    var command = new ArrayList<String>(List.of(program.toString()));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process git = builder.start();
    try {
      return records(git, wanted);
    } finally {
      git.destroyForcibly();
    }
  }

  private List<String> records(Process git, Predicate<String> wanted) throws IOException {
    git.getOutputStream().close();
    // Both streams are read at once, since git waits when one of them is full.
    var output = reading(() -> split(git.getInputStream(), wanted));
    var errors = reading(() -> firstLine(git.getErrorStream()));
    try {
      List<String> records = output.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (!git.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TimeoutException();
      }
      if (git.exitValue() != 0) {
        String reason = errors.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        throw new GitReader.RefusedException(reason, git.exitValue());
      }
      return records;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while git answered");
    } catch (TimeoutException e) {
      throw new IOException("git takes more than " + timeout.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
  }

  private interface Reading<T> {
    T read() throws IOException;
  }

  private static <T> CompletableFuture<T> reading(Reading<T> reading) {
    var result = new CompletableFuture<T>();
    var thread =
        new Thread(
            () -> {
              try {
                result.complete(reading.read());
              } catch (IOException | RuntimeException e) {
                result.completeExceptionally(e);
              }
            },
            "attache-git-reader");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private static List<String> split(InputStream out, Predicate<String> wanted) throws IOException {
    var records = new ArrayList<String>();
    var record = new ByteArrayOutputStream();
    int kept = 0;
    // Closed at once if there is too much: git ends when nobody reads.
    try (var in = new BufferedInputStream(out, 64 * 1024)) {
      for (int b = in.read(); b >= 0 || record.size() > 0; b = in.read()) {
        if (b > 0) {
          record.write(b);
        } else {
          kept += keep(record.toString(ISO_8859_1), wanted, records);
          record.reset();
        }
        if (kept + record.size() > MAX_KEPT) {
          throw new IOException("git prints more than " + MAX_KEPT + " bytes");
        }
      }
    }
    return records;
  }

  private static int keep(String record, Predicate<String> wanted, List<String> records) {
    if (!wanted.test(record)) {
      return 0;
    }
    records.add(record);
    return record.length() + 1;
  }

  private static String firstLine(InputStream errors) throws IOException {
    String text = new String(errors.readNBytes(1024), PlatformText.charset());
    errors.transferTo(OutputStream.nullOutputStream());
    return text.isBlank() ? "git fails" : text.lines().findFirst().orElseThrow();
  }
}
