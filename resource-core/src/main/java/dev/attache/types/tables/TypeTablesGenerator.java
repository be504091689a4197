package dev.attache.types.tables;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MediaTypeRegistry;
import org.apache.tika.mime.MimeTypes;
import org.jspecify.annotations.Nullable;

/**
 * The build step that turns Tika's type database and {@code source-types.txt} into the tables this
 * package loads.
 *
 * <p>The output is the same in every run; the jar holds the tables and not this class.
 */
public final class TypeTablesGenerator {
  private final MimeTypes tika = MimeTypes.getDefaultMimeTypes();
  private final SourceTypes source = SourceTypes.load();
  private final Path folder;

  private TypeTablesGenerator(Path folder) {
    this.folder = folder;
  }

  /** Writes the tables into the folder that the only argument names. */
  public static void main(String[] args) throws IOException {
    var generator = new TypeTablesGenerator(Files.createDirectories(Path.of(args[0])));
    generator.writeNames();
    generator.writeParents();
    generator.writeXmlRoots();
    generator.writeFences();
    Files.write(generator.folder.resolve("magics.bin"), MagicCompiler.compile(generator.tika));
  }

  /** {@code =name}, {@code .extension} or {@code #!program} to our type, a tab, and Tika's. */
  private void writeNames() throws IOException {
    Map<String, String> tikas = tikaNames();
    var lines = new TreeMap<String, String>();
    tikas.forEach((key, type) -> lines.put(key, "\t" + type));
    source.names.forEach((key, type) -> lines.put(key, type + "\t" + tikas.getOrDefault(key, "")));
    source.interpreters.forEach((key, types) -> lines.put(key, String.join(",", types)));
    write("type-names.tab", lines);
  }

  private Map<String, String> tikaNames() {
    Object patterns = TikaInternals.read(tika, "patterns");
    var names = new TreeMap<String, String>();
    entries(patterns, "names").forEach((name, type) -> names.put("=" + name, type.toString()));
    entries(patterns, "extensions")
        .forEach((end, type) -> names.put((String) end, type.toString()));
    for (var glob : entries(patterns, "globs").entrySet()) {
      addGlob(names, (String) glob.getKey(), glob.getValue().toString());
    }
    return names;
  }

  /**
   * Two of the globs are names in the guise of an expression; three others no name ever reaches.
   */
  private static void addGlob(Map<String, String> names, String glob, String type) {
    if (glob.matches("\\^[a-z]+\\$")) {
      names.put("=" + glob.substring(1, glob.length() - 1), type);
    } else if (!glob.endsWith("\\.txt\\z") || !names.containsKey(".txt")) {
      throw new IllegalStateException("unknown glob of Tika's: " + glob);
    }
  }

  private static Map<?, ?> entries(Object from, String field) {
    return (Map<?, ?>) TikaInternals.read(from, field);
  }

  private void writeParents() throws IOException {
    MediaTypeRegistry registry = tika.getMediaTypeRegistry();
    var lines = new TreeMap<String, String>();
    for (MediaType type : registry.getTypes()) {
      MediaType parent = registry.getSupertype(type);
      if (parent != null && !parent.toString().equals(TypeTree.parentByName(type.toString()))) {
        lines.put(type.toString(), parent.toString());
      }
    }
    write("type-parents.tab", lines);
  }

  /** The namespace, a blank, and the local name of a root element to the first type that has it. */
  private void writeXmlRoots() throws IOException {
    var lines = new TreeMap<String, String>();
    for (Object type : (List<?>) TikaInternals.read(tika, "xmls")) {
      for (Object root : (List<?>) TikaInternals.read(type, "rootXML")) {
        Object namespace = TikaInternals.call(root, "getNameSpaceURI");
        Object name = TikaInternals.call(root, "getLocalName");
        lines.putIfAbsent(orEmpty(namespace) + " " + orEmpty(name), type.toString());
      }
    }
    write("xml-roots.tab", lines);
  }

  private static String orEmpty(@Nullable Object text) {
    return text == null ? "" : text.toString();
  }

  /** A type or an alias to its canonical type, a tab, and the language of its fence. */
  private void writeFences() throws IOException {
    MediaTypeRegistry registry = tika.getMediaTypeRegistry();
    var canonical = new TreeMap<String, String>();
    for (MediaType type : registry.getTypes()) {
      for (MediaType alias : registry.getAliases(type)) {
        canonical.put(alias.toString(), type.toString());
      }
    }
    canonical.putAll(source.canonical);
    var lines = new TreeMap<String, String>();
    canonical.forEach(
        (alias, type) -> lines.put(alias, type + "\t" + source.fences.getOrDefault(type, "")));
    write("type-fences.tab", lines);
  }

  private void write(String name, Map<String, String> lines) throws IOException {
    var text = new ArrayList<String>();
    lines.forEach((key, value) -> text.add(key + "\t" + value + "\n"));
    var bytes = String.join("", text).getBytes(StandardCharsets.US_ASCII);
    Files.write(folder.resolve(name), bytes);
  }
}
