package dev.attache.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.types.tables.DeliberateDifferences;
import dev.attache.types.tables.TikaOracle;
import dev.attache.types.text.TextDecoder;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The comparison with full Tika over real trees: {@code -Dattache.corpus=FOLDER[:FOLDER…]}, one
 * figure per folder in each.
 */
class CorpusComparisonTest {
  private static final int PREFIX = 64 * 1024;

  @Test
  void agreesWithTikaOnRealTrees() throws IOException {
    String folders = System.getProperty("attache.corpus", "");
    assumeTrue(!folders.isEmpty(), "no corpus: set -Dattache.corpus to folders of files");
    var shares = new TreeMap<String, Double>();
    for (String folder : folders.split(":", -1)) {
      var tally = new Tally();
      Files.walkFileTree(Path.of(folder), tally);
      System.out.println(folder + ": " + tally);
      shares.put(folder, tally.share());
    }
    assertThat(shares.values()).as("%s", shares).allMatch(share -> share >= 0.999);
  }

  /** Counts agreement, listed differences, and others by kind. */
  private static final class Tally extends SimpleFileVisitor<Path> {
    private final DeliberateDifferences deliberate;
    private final Map<String, Integer> others = new TreeMap<>();
    private final Map<String, Integer> kinds = new TreeMap<>();
    private final Map<String, String> example = new TreeMap<>();
    private int files;
    private int equal;
    private int listed;
    private long nanos;

    Tally() throws IOException {
      deliberate = DeliberateDifferences.load();
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (attributes.isRegularFile() && Files.isReadable(file)) {
        byte[] prefix;
        try (var in = Files.newInputStream(file)) {
          prefix = in.readNBytes(PREFIX);
        }
        compare(file, prefix, attributes.size() <= PREFIX);
      }
      return FileVisitResult.CONTINUE;
    }

    private void compare(Path file, byte[] prefix, boolean complete) throws IOException {
      long start = System.nanoTime();
      boolean text = TextDecoder.isText(prefix, prefix.length, complete, null);
      var ours = TypeDetector.standard().decide(null, file.toString(), prefix, prefix.length, text);
      nanos += System.nanoTime() - start;
      String name = file.getFileName().toString();
      String tikas = TikaOracle.detect(name, prefix, prefix.length);
      files++;
      kinds.merge(ours.why(), 1, Integer::sum);
      if (ours.chosen().equals(tikas)) {
        equal++;
      } else if (deliberate.cover(name, ours.chosen(), tikas)) {
        listed++;
      } else {
        int dot = name.lastIndexOf('.');
        String key =
            (dot < 0 ? name : "*" + name.substring(dot))
                + " | "
                + ours.chosen()
                + " | "
                + tikas
                + " | "
                + ours.why()
                + (text ? " text" : " blob");
        others.merge(key, 1, Integer::sum);
        example.putIfAbsent(key, file.toString());
      }
    }

    double share() {
      return files == 0 ? 1 : (equal + listed) / (double) files;
    }

    @Override
    public String toString() {
      var text = new StringBuilder();
      text.append(files + " files, " + equal + " equal, " + listed + " listed, share " + share());
      text.append(", us per decision " + nanos / 1000.0 / Math.max(1, files) + " " + kinds + "\n");
      others.forEach(
          (key, count) ->
              text.append("  " + count + " x " + key + "  e.g. " + example.get(key) + "\n"));
      return text.toString();
    }
  }
}
