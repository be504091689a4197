package dev.attache.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file system in memory with little room; tests are skipped where none can be mounted. */
public final class SmallDisk implements AutoCloseable {

  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  public static SmallDisk mount(Path directory, String size) throws IOException {
    Files.createDirectories(directory);
    String problem =
        run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", directory.toString());
    assumeTrue(
        problem.isEmpty(), "no small disk can be mounted, for which it takes root: " + problem);
    return new SmallDisk(directory);
  }

  public void makeReadOnly() throws IOException {
    require(run("mount", "-o", "remount,ro", directory.toString()));
  }

  private static void require(String problem) throws IOException {
    if (!problem.isEmpty()) {
      throw new IOException(problem);
    }
  }

  /** Leaves no room. */
  public Path fill() throws IOException {
    Path filler = directory.resolve("filler");
    byte[] piece = new byte[1 << 9];
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
    require(run("umount", directory.toString())); // which fails where a file is still open
  }

  /** Returns what it says if it fails; empty if it does not. */
  private static String run(String... command) {
    try {
      Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      int exit = process.waitFor();
      return exit == 0 ? "" : said + " (" + exit + ")";
    } catch (IOException e) {
      return String.valueOf(e.getMessage()); // there is no such program
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
