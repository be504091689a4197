package dev.attache.resource.testkit.trial;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files that this process has open at one moment, by what it is: how many of each file, and
 * sockets.
 */
public final class OpenFiles {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final Map<String, Integer> counts = new TreeMap<>();

  private OpenFiles() {}

  /** Counts; aborts the test where the system does not tell. */
  public static OpenFiles now() throws IOException {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return abort("not tested: this system does not tell which files are open");
    }
    var open = new OpenFiles();
    try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
      for (Path descriptor : descriptors.toList()) {
        open.add(descriptor);
      }
    }
    return open;
  }

  private void add(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      int colon = target.indexOf(":["); // socket:[1234]
      counts.merge(colon < 0 ? target : target.substring(0, colon), 1, Integer::sum);
    } catch (IOException e) {
      // closed since: the one that listed them
    }
  }

  /** Names those of which there are at least {@code margin} more than before. */
  public List<String> moreThan(OpenFiles before, int margin) {
    return counts.entrySet().stream()
        .filter(open -> open.getValue() - before.counts.getOrDefault(open.getKey(), 0) >= margin)
        .map(Map.Entry::getKey)
        .toList();
  }
}
