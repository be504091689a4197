package dev.attache.handlers.git.copy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A git that prints objects of one copy, one after the other, for the time of a run. It has no
 * network. Thread-safe.
 */
final class BlobReader implements AutoCloseable {

  /** What is read and thrown away of a blob that is too large, rather than starting another git. */
  private static final long MAX_SKIPPED = 1 << 20;

  private final List<String> command;
  private final Path directory;
  private final Map<String, String> environment;
  private @Nullable Process git;
  private @Nullable InputStream output;

  BlobReader(
      Path program, List<String> arguments, Path directory, Map<String, String> environment) {
    this.command = new ArrayList<>(List.of(program.toString()));
    this.command.addAll(arguments);
    this.command.addAll(List.of("cat-file", "--batch"));
    this.directory = directory;
    this.environment = environment;
  }

  /**
   * Reads a blob, or the beginning of one that is larger.
   *
   * @param limit how many bytes there may be; of a larger one there is one more
   * @return null if it is not there
   */
  synchronized byte @Nullable [] read(String object, long limit) throws IOException {
    try {
      return readNext(object, limit);
    } catch (IOException e) {
      close(); // or the next answer would be taken for another's
      throw e;
    }
  }

  private byte @Nullable [] readNext(String object, long limit) throws IOException {
    Process process = started();
    InputStream in = output;
    if (in == null) {
      throw new AssertionError("a started git has an output");
    }
    OutputStream to = process.getOutputStream();
    to.write((object + "\n").getBytes(US_ASCII));
    to.flush();
    String[] words = line(in).split(" ", -1);
    if (words.length != 3) {
      return null;
    }
    long size = Long.parseLong(words[2]);
    int wanted = (int) Math.min(size, Math.min(limit, Integer.MAX_VALUE - 16) + 1);
    byte[] bytes = in.readNBytes(wanted);
    long rest = size - wanted + 1; // and the line feed after it
    if (bytes.length < wanted) {
      throw new EOFException("git ended");
    } else if (rest > MAX_SKIPPED) {
      close();
    } else {
      in.skipNBytes(rest);
    }
    return bytes;
  }

  private Process started() throws IOException {
    Process running = git;
    if (running == null) {
      var builder = new ProcessBuilder(command).directory(directory.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
      running = builder.start();
      git = running;
      output = new BufferedInputStream(running.getInputStream(), 64 << 10);
    }
    return running;
  }

  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("git ended");
      }
      line.write(b);
    }
    return line.toString(UTF_8);
  }

  @Override
  public synchronized void close() {
    Process running = git;
    if (running != null) {
      git = null;
      output = null;
      running.destroyForcibly();
      closeQuietly(running.getOutputStream());
      closeQuietly(running.getInputStream());
    }
  }

  private static void closeQuietly(Closeable stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // There is nothing to be lost.
    }
  }
}
