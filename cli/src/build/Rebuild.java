import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The short build of {@code ./attache}: compiles the sources that were edited, and no others, and puts
 * their classes into the jars of the distribution.
 *
 * <p>That is right only where nothing else can notice: each class has the members, types and constants
 * that others compile against, as it had before. Where it is not, or not sure, this changes nothing and
 * exits with 1, and Maven builds. The arguments are the distribution, a directory for files of its own,
 * and the sources, relative to the working directory.
 */
final class Rebuild {

  /** As the modules compile, which RebuildIT sees by the bytes. */
  private static final List<String> OPTIONS =
      List.of(
          "--release",
          "17",
          "-g",
          "-parameters",
          "-proc:none",
          "-encoding",
          "UTF-8",
          "-Xlint:all,-processing,-serial,-classfile",
          "-Werror",
          "-XDstringConcat=inline");

  private static final String SOURCES = "/src/main/java/";

  /** Sources whose classes are not all that is made of them. */
  private static final Pattern BUILT_WITH =
      Pattern.compile(".*/(module-info\\.java|dev/attache/types/tables/[^/]*)");

  /** Local and anonymous classes, which only their own source can name. */
  private static final Pattern LOCAL = Pattern.compile("[^$]*\\$(.*\\$)?\\d.*");

  private final Path distribution;
  private final Path before;
  private final Path after;

  private Rebuild(Path distribution, Path directory) {
    this.distribution = distribution;
    this.before = directory.resolve("before");
    this.after = directory.resolve("after");
  }

  public static void main(String[] args) throws IOException {
    List<String> sources = List.of(args).subList(2, args.length);
    System.exit(isDone(Path.of(args[0]), Path.of(args[1]), sources) ? 0 : 1);
  }

  private static boolean isDone(Path distribution, Path directory, List<String> sources)
      throws IOException {
    delete(directory);
    boolean isDone = new Rebuild(distribution, directory).isDone(sources);
    delete(directory);
    return isDone;
  }

  private boolean isDone(List<String> sources) throws IOException {
    List<Path> jars = jars();
    if (sources.stream().anyMatch(each -> !isPlain(each)) || !compile(sources, jars)) {
      return false;
    }
    Set<String> types =
        sources.stream()
            .map(each -> each.substring(each.indexOf(SOURCES) + SOURCES.length()))
            .map(each -> each.substring(0, each.length() - ".java".length()))
            .collect(Collectors.toSet());
    var changes = new ArrayList<Path>();
    var kept = new HashSet<String>();
    for (Path jar : jars) {
      Set<String> of = extract(types, jar);
      if (!of.isEmpty()) {
        changes.add(jar);
        kept.addAll(of);
      }
    }
    return kept.equals(types) && isSame() && replaceAll(types, changes);
  }

  private static boolean isPlain(String source) {
    return source.endsWith(".java")
        && source.contains(SOURCES)
        && !BUILT_WITH.matcher(source).matches();
  }

  private List<Path> jars() throws IOException {
    try (Stream<Path> all = Files.walk(distribution)) {
      return all.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private boolean compile(List<String> sources, List<Path> jars) throws IOException {
    var line = new ArrayList<>(OPTIONS);
    line.addAll(List.of("-d", Files.createDirectories(after).toString(), "-cp"));
    line.add(jars.stream().map(Path::toString).collect(Collectors.joining(":")));
    line.addAll(sources);
    return tool("javac").run(System.out, System.out, line.toArray(String[]::new)) == 0;
  }

  private static ToolProvider tool(String name) {
    return ToolProvider.findFirst(name).orElseThrow();
  }

  /** Copies the classes that a jar has of some top-level types, and returns which of them it has. */
  private Set<String> extract(Set<String> types, Path jar) throws IOException {
    var found = new HashSet<String>();
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      for (String type : types) {
        for (Path each : classesOf(type, zip.getPath("/"))) {
          Path copy = before.resolve(each.toString().substring(1));
          Files.createDirectories(copy.getParent());
          Files.copy(each, copy, StandardCopyOption.REPLACE_EXISTING);
          found.add(type);
        }
      }
    }
    return found;
  }

  /** Returns the classes of a source below a directory: each source has one top-level type. */
  private static List<Path> classesOf(String type, Path root) throws IOException {
    Path file = root.resolve(type + ".class");
    String own = file.getFileName().toString();
    String nested = own.replace(".class", "$");
    if (!Files.isDirectory(file.getParent())) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(file.getParent())) {
      return all.filter(
              each -> {
                String name = each.getFileName().toString();
                return name.equals(own) || name.startsWith(nested) && name.endsWith(".class");
              })
          .sorted()
          .toList();
    }
  }

  /** Whether others see the same classes. */
  private boolean isSame() throws IOException {
    List<String> classes = named(before);
    return classes.equals(named(after))
        && surface(before, classes).equals(surface(after, classes));
  }

  private static List<String> named(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .filter(each -> !LOCAL.matcher(each.getFileName().toString()).matches())
          .map(each -> directory.relativize(each).toString())
          .sorted()
          .toList();
    }
  }

  /** Returns all that is not private, with types, exceptions and constants. */
  private static String surface(Path directory, List<String> classes) {
    var out = new StringWriter();
    var line = new ArrayList<>(List.of("-package", "-constants"));
    classes.forEach(each -> line.add(directory.resolve(each).toString()));
    try (var printer = new PrintWriter(out)) {
      tool("javap").run(printer, printer, line.toArray(String[]::new));
    }
    return out.toString();
  }

  /** Replaces jars by others, as a command that runs may have one of them open. */
  private boolean replaceAll(Set<String> types, List<Path> jars) throws IOException {
    for (Path jar : jars) {
      Path copy = Files.copy(jar, after.resolveSibling(jar.getFileName()));
      try (FileSystem zip = FileSystems.newFileSystem(copy)) {
        for (String type : types) {
          replace(type, zip.getPath("/"));
        }
      }
      Files.move(copy, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
    return true;
  }

  private void replace(String type, Path root) throws IOException {
    List<Path> old = classesOf(type, root);
    for (Path each : old) {
      Files.delete(each);
    }
    for (Path each : old.isEmpty() ? List.<Path>of() : classesOf(type, after)) {
      Files.copy(each, root.resolve(after.relativize(each).toString()));
    }
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
