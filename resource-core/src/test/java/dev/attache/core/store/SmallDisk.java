package dev.attache.core.store;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A file system in memory with little room; tests are skipped where none can be mounted. */
final class SmallDisk implements AutoCloseable {

  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  static SmallDisk mount(Path directory, String size) throws IOException {
    Files.createDirectories(directory);
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", directory.toString()))
        .as("only the superuser can mount a small disk")
        .isTrue();
    return new SmallDisk(directory);
  }

  void makeReadOnly() throws IOException {
    if (!run("mount", "-o", "remount,ro", directory.toString())) {
      throw new IOException(directory + " cannot be mounted for reading only");
    }
  }

  /** Leaves no room. */
  Path fill() throws IOException {
    Path filler = directory.resolve("filler");
    byte[] piece = new byte[1 << 12];
    try (var out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(piece);
      }
    } catch (IOException e) {
      return filler; // which now takes all of it
    }
  }

  @Override
  public void close() throws IOException {
    run("umount", "-l", directory.toString());
  }

  private static boolean run(String... command) {
    try {
      Process process =
          new ProcessBuilder(List.of(command))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
