package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A JVM of its own that resolves references in a workspace: for what a process can be only from its
 * start, such as its locale or its user.
 */
final class OtherJvm {

  private final List<String> prefix;
  private final Map<String, String> variables = new HashMap<>();
  private final List<String> more = new ArrayList<>();

  private OtherJvm(List<String> prefix) {
    this.prefix = prefix;
  }

  /** A JVM that a command starts; none for one that is started plainly. */
  static OtherJvm startedBy(String... prefix) {
    return new OtherJvm(List.of(prefix));
  }

  OtherJvm withVariable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  /** Sets the home that the handler is told, not that of the JVM. */
  OtherJvm withHome(String home) {
    more.add(home);
    return this;
  }

  /** The charset of names in that JVM, and then the lines of {@link Workspace#resolve}. */
  List<String> resolve(Path workspace, String references) throws IOException {
    Path classes = Files.createTempDirectory("classes");
    try {
      return resolve(workspace, references, classes);
    } finally {
      delete(classes);
    }
  }

  private List<String> resolve(Path workspace, String references, Path classes) throws IOException {
    var command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", classPath(classes)));
    command.addAll(List.of(OtherJvm.class.getName(), workspace.toUri().toString(), references));
    command.addAll(more);
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.directory(classes.toFile()); // no name that the encoding cannot express
    builder.environment().putAll(variables);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.onExit().join().exitValue()).as("exit code of %s", command).isZero();
    return out.lines().toList();
  }

  /**
   * The class path in a directory whose name every encoding can express: copies, since Java follows
   * links before it opens what they lead to.
   */
  private static String classPath(Path directory) throws IOException {
    var entries = new ArrayList<String>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (entry.isEmpty()) {
        continue;
      }
      Path from = Path.of(entry).toAbsolutePath();
      Path to = directory.resolve(entries.size() + (entry.endsWith(".jar") ? ".jar" : ""));
      entries.add(to.toString());
      copy(from, to);
    }
    return String.join(File.pathSeparator, entries);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** Prints what resolving gives in a workspace, which is named by its URI to keep its bytes. */
  public static void main(String[] arguments) throws IOException {
    var out = new PrintStream(System.out, true, UTF_8);
    out.println(System.getProperty("sun.jnu.encoding"));
    Workspace workspace = Workspace.at(Path.of(URI.create(arguments[0])));
    if (arguments.length > 2) {
      workspace.withEnvironment(Map.of("HOME", arguments[2]));
    }
    workspace.resolve(arguments[1].split(" ")).forEach(out::println);
  }
}
