package dev.attache.core.convert;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.convert.ContentConverter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The converters that a class path lists, by the types that they take; of two that take the same,
 * the first has it. Immutable.
 */
final class ConverterCatalog {

  private static final int MOST_BYTES = 64 << 10;

  private static final int FIRST_TYPE = 2;

  private final Map<String, ConverterEntry> byType = new LinkedHashMap<>();

  private ConverterCatalog() {}

  /** Reads the lists of jars and directories; what cannot be read has none. */
  static ConverterCatalog read(List<Path> classPath) {
    var catalog = new ConverterCatalog();
    for (Path each : classPath) {
      for (String line : list(each).split("\n", -1)) {
        catalog.add(line);
      }
    }
    return catalog;
  }

  @Nullable ConverterEntry find(String mimeType) {
    return byType.get(mimeType);
  }

  Set<ConverterEntry> entries() {
    return new LinkedHashSet<>(byType.values());
  }

  private void add(String line) {
    List<String> words = words(line);
    if (words.size() > FIRST_TYPE && !line.startsWith("#")) {
      Set<String> types = new LinkedHashSet<>(words.subList(FIRST_TYPE, words.size()));
      var entry = new ConverterEntry(words.get(0), words.get(1), types);
      for (String type : types) {
        byType.putIfAbsent(type, entry);
      }
    }
  }

  /** Its words, without a regular expression: nearly every run reads a list. */
  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    for (var each = new StringTokenizer(line); each.hasMoreTokens(); ) {
      words.add(each.nextToken());
    }
    return words;
  }

  private static String list(Path place) {
    try {
      return Files.isDirectory(place)
          ? Files.readString(place.resolve(ContentConverter.LIST))
          : listOfJar(place);
    } catch (IOException e) {
      return "";
    }
  }

  private static String listOfJar(Path jar) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(ContentConverter.LIST);
      if (entry == null) {
        return "";
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return new String(in.readNBytes(MOST_BYTES), UTF_8);
      }
    }
  }
}
