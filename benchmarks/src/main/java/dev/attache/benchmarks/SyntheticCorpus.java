package dev.attache.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The corpora that are made, not fetched: the same bytes for the same arguments on every machine.
 *
 * <p>Depends on the JDK alone, because {@code benchmarks/run} starts it as a single source file:
 *
 * <pre>
 * java SyntheticCorpus.java scale FILES DIRECTORY   trees of 1,500-byte texts, 100 a directory
 * java SyntheticCorpus.java deep LEVELS DIRECTORY   one chain of directories, five texts in each
 * java SyntheticCorpus.java blobs MEBIBYTES DIRECTORY   binaries of 10 kB to 8 MiB
 * java SyntheticCorpus.java cold DIRECTORY   one source file, one file of a rare type
 * </pre>
 */
public final class SyntheticCorpus {
  private static final int TEXT_BYTES = 1_500;
  private static final int FILES_PER_DIRECTORY = 100;
  private static final int DIRECTORIES_PER_GROUP = 100;
  private static final int SMALLEST_BLOB = 10_000;
  private static final int LARGEST_BLOB = 8 << 20;

  private static final List<String> WORDS =
      List.of(
          "snapshot",
          "digest",
          "canonical",
          "handler",
          "reference",
          "turn",
          "delivery",
          "block",
          "source",
          "content",
          "resolve",
          "stream",
          "order",
          "limit",
          "reader",
          "buffer");

  private final Path root;

  private SyntheticCorpus(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws IOException {
    var corpus = new SyntheticCorpus(Path.of(args[args.length - 1]));
    switch (args[0]) {
      case "scale" -> corpus.scale(Integer.parseInt(args[1]));
      case "deep" -> corpus.deep(Integer.parseInt(args[1]));
      case "blobs" -> corpus.blobs(Long.parseLong(args[1]) << 20);
      case "cold" -> corpus.cold();
      default -> throw new IllegalArgumentException("kind (" + args[0] + ") must be a known one");
    }
  }

  private void scale(int files) {
    int directories = (files + FILES_PER_DIRECTORY - 1) / FILES_PER_DIRECTORY;
    IntStream.range(0, directories)
        .parallel()
        .forEach(
            directory -> {
              int first = directory * FILES_PER_DIRECTORY;
              texts(scaleDirectory(directory), first, Math.min(files, first + FILES_PER_DIRECTORY));
            });
  }

  private Path scaleDirectory(int directory) {
    return root.resolve(
        String.format(
            "g%03d/d%02d", directory / DIRECTORIES_PER_GROUP, directory % DIRECTORIES_PER_GROUP));
  }

  private void deep(int levels) {
    Path directory = root;
    for (int level = 0; level < levels; level++) {
      directory = directory.resolve(String.format("d%03d", level));
      texts(directory, level * 5, level * 5 + 5);
    }
  }

  private static void texts(Path directory, int from, int to) {
    try {
      Files.createDirectories(directory);
      for (int file = from; file < to; file++) {
        // One in five is prose, as in a repository with good manners.
        String name = file % 5 == 0 ? "note%07d.md" : "Type%07d.java";
        Files.write(directory.resolve(String.format(name, file)), text(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] text(int file) {
    var random = new SplittableRandom(file);
    var text = new StringBuilder(TEXT_BYTES + 100);
    text.append(file % 5 == 0 ? "# Note " : "// Type ").append(file).append('\n');
    while (text.length() < TEXT_BYTES) {
      text.append(file % 5 == 0 ? "* " : "  // ");
      for (int word = 0; word < 9; word++) {
        text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
      }
      text.append(random.nextInt()).append('\n');
    }
    text.setLength(TEXT_BYTES - 1);
    return text.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
  }

  private void blobs(long total) throws IOException {
    var random = new SplittableRandom(1);
    long written = 0;
    for (int file = 0; written < total; file++) {
      // The logarithm of the size is what is even: many small ones, most bytes in big ones.
      double size = Math.exp(random.nextDouble(Math.log(SMALLEST_BLOB), Math.log(LARGEST_BLOB)));
      byte[] blob = blob(file, (int) Math.min((long) size, total - written));
      Path directory = Files.createDirectories(root.resolve(String.format("b%02d", file / 100)));
      Files.write(directory.resolve(String.format("f%04d%s", file, extension(file))), blob);
      written += blob.length;
    }
  }

  private static byte[] blob(int file, int size) {
    byte[] blob = new byte[size];
    new java.util.Random(file).nextBytes(blob);
    byte[] opening = opening(file);
    System.arraycopy(opening, 0, blob, 0, Math.min(opening.length, size));
    return blob;
  }

  private static String extension(int file) {
    return switch (file % 5) {
      case 0 -> ".png";
      case 1 -> "";
      case 2 -> ".zip";
      case 3 -> ".so";
      default -> ".bin";
    };
  }

  private static byte[] opening(int file) {
    return switch (file % 5) {
      case 0 -> latin1("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR");
      case 1, 3 -> latin1("\u007fELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\76\0\1\0\0\0");
      case 2 -> latin1("PK\3\4\24\0\0\0\10\0");
      default -> latin1("");
    };
  }

  private void cold() throws IOException {
    Files.createDirectories(root);
    Files.write(root.resolve("Small.java"), text(1));
    // A packet capture: no extension, and an opening that only a library of types knows.
    byte[] capture = blob(4, 4_096);
    byte[] opening = latin1("\u00d4\u00c3\u00b2\u00a1\2\0\4\0\0\0\0\0\0\0\0\0\0\0\4\0\1\0\0\0");
    System.arraycopy(opening, 0, capture, 0, opening.length);
    Files.write(root.resolve("capture"), capture);
  }

  private static byte[] latin1(String bytes) {
    return bytes.getBytes(StandardCharsets.ISO_8859_1);
  }
}
