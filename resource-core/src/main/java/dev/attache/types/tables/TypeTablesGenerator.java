package dev.attache.types.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.spi.ToolProvider;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MediaTypeRegistry;
import org.apache.tika.mime.MimeTypes;
import org.jspecify.annotations.Nullable;

/**
 * The build step that turns Tika's type database and {@code source-types.txt} into the tables this
 * package loads: the texts as constants of a class, which a class-data archive holds, so that no
 * start opens the jar for them; what is bytes as a file.
 *
 * <p>The output is the same in every run; the jar holds the tables and not this class.
 */
public final class TypeTablesGenerator {
  private static final String FOLDER = "dev/attache/types/tables";
  private static final int MAX_LITERAL = 1 << 15;

  private final MimeTypes tika = MimeTypes.getDefaultMimeTypes();
  private final SourceTypes source = SourceTypes.load();
  private final Map<String, String> tables = new TreeMap<>();

  /**
   * Writes the tables below the first argument, a folder of classes; the second is for sources. The
   * others are {@code NAME=CLASS}: tables that have nothing to do with types, and what supplies
   * them.
   */
  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    var generator = new TypeTablesGenerator();
    generator.addNames();
    generator.addParents();
    generator.addXmlRoots();
    generator.addFences();
    for (String other : Arrays.asList(args).subList(2, args.length)) {
      generator.addSupplied(other);
    }
    Path folder = Path.of(args[0]).resolve(FOLDER);
    update(folder.resolve("magics.bin"), MagicCompiler.compile(generator.tika));
    compile(generator.write(Path.of(args[1])), folder);
  }

  /** {@code =name}, {@code .extension} or {@code #!program} to our type, a tab, and Tika's. */
  private void addNames() {
    Map<String, String> tikas = tikaNames();
    var lines = new TreeMap<String, String>();
    tikas.forEach((key, type) -> lines.put(key, "\t" + type));
    source.names.forEach((key, type) -> lines.put(key, type + "\t" + tikas.getOrDefault(key, "")));
    source.interpreters.forEach((key, types) -> lines.put(key, String.join(",", types)));
    add("type-names", lines);
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

  private void addParents() {
    MediaTypeRegistry registry = tika.getMediaTypeRegistry();
    var lines = new TreeMap<String, String>();
    for (MediaType type : registry.getTypes()) {
      MediaType parent = registry.getSupertype(type);
      if (parent != null && !parent.toString().equals(TypeTree.parentByName(type.toString()))) {
        lines.put(type.toString(), parent.toString());
      }
    }
    add("type-parents", lines);
  }

  /** The namespace, a blank, and the local name of a root element to the first type that has it. */
  private void addXmlRoots() {
    var lines = new TreeMap<String, String>();
    for (Object type : (List<?>) TikaInternals.read(tika, "xmls")) {
      for (Object root : (List<?>) TikaInternals.read(type, "rootXML")) {
        Object namespace = TikaInternals.call(root, "getNameSpaceURI");
        Object name = TikaInternals.call(root, "getLocalName");
        lines.putIfAbsent(orEmpty(namespace) + " " + orEmpty(name), type.toString());
      }
    }
    add("xml-roots", lines);
  }

  private static String orEmpty(@Nullable Object text) {
    return text == null ? "" : text.toString();
  }

  /** A type or an alias to its canonical type, a tab, and the language of its fence. */
  private void addFences() {
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
    add("type-fences", lines);
  }

  private void addSupplied(String table) throws ReflectiveOperationException {
    int end = table.indexOf('=');
    Class<?> supplier = Class.forName(table.substring(end + 1));
    var supplied = (Supplier<?>) supplier.getDeclaredConstructor().newInstance();
    tables.put(table.substring(0, end), String.valueOf(supplied.get()));
  }

  private void add(String name, Map<String, String> lines) {
    var text = new StringBuilder();
    lines.forEach((key, value) -> text.append(key).append('\t').append(value).append('\n'));
    tables.put(name, text.toString());
  }

  /** Writes the source of {@link SortedTable#GENERATED}. */
  private Path write(Path folder) throws IOException {
    var cases = new StringBuilder();
    tables.forEach(
        (name, text) -> cases.append("case \"" + name + "\":\nreturn " + literals(text) + ";\n"));
    return Files.writeString(
        Files.createDirectories(folder).resolve("GeneratedTables.java"),
        """
        package dev.attache.types.tables;

        final class GeneratedTables implements java.util.function.UnaryOperator<String> {
          @Override
          public String apply(String table) {
            switch (table) {
              %s
              default:
                return null;
            }
          }
        }
        """
            .formatted(cases));
  }

  /** As an expression of Java; one literal has no room for the largest tables. */
  private static String literals(String text) {
    var parts = new ArrayList<String>();
    for (int from = 0; from < text.length(); from += MAX_LITERAL) {
      String part = text.substring(from, Math.min(from + MAX_LITERAL, text.length()));
      parts.add('"' + escaped(part) + '"');
    }
    return "String.join(\"\", " + String.join(",\n", parts) + ")";
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\t", "\\t")
        .replace("\n", "\\n");
  }

  /** Compiles a source apart from the module of the classes, which it does not need. */
  private static void compile(Path source, Path folder) throws IOException {
    ToolProvider javac =
        ToolProvider.findFirst("javac")
            .orElseThrow(() -> new IllegalStateException("the build needs a JDK with javac"));
    String made = source.getFileName().toString().replace(".java", ".class");
    Path apart = source.resolveSibling("classes");
    String[] line = {"--release", "17", "-proc:none", "-d", apart.toString(), source.toString()};
    if (javac.run(System.err, System.err, line) != 0) {
      throw new IllegalStateException("cannot compile " + source);
    }
    update(folder.resolve(made), Files.readAllBytes(apart.resolve(FOLDER).resolve(made)));
  }

  /** Leaves a file that is the same as it is: a newer one has all modules above compiled again. */
  private static void update(Path file, byte[] bytes) throws IOException {
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
      Files.write(file, bytes);
    }
  }
}
