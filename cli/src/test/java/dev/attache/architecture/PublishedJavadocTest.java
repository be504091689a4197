package dev.attache.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.source.util.JavacTask;
import dev.attache.architecture.Rooms.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** What strangers read beside the signatures: the Javadoc of the rooms that are for them. */
class PublishedJavadocTest {

  /** Modules whose libraries are not on this class path; the profile "jars" checks them. */
  private static final Set<String> ELSEWHERE = Set.of("langchain4j");

  @Test
  void saysWhatIsGivenReturnedAndThrown() throws IOException {
    int release = Runtime.version().feature();
    assumeTrue(release == 17, "no lint of Javadoc on Java " + release + "; it runs on 17");
    var packages = new ArrayList<String>();
    var sources = new ArrayList<Path>();
    for (Room room : Rooms.read().all()) {
      if (room.isExported() && !ELSEWHERE.contains(room.module())) {
        packages.add(Rooms.ROOT + room.name());
        sources.addAll(sources(room.folder()));
      }
    }
    assertThat(packages).contains("dev.attache.resource.spi", "dev.attache.history");
    assertThat(findings(packages, sources)).isEmpty();
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** Returns what the compiler says of the sources; what else they need is on the class path. */
  private static List<String> findings(List<String> packages, List<Path> sources)
      throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    List<String> options =
        List.of(
            "-proc:none",
            "-Xdoclint:all/protected",
            "-Xdoclint/package:" + String.join(",", packages),
            "-cp",
            System.getProperty("java.class.path"));
    try (var files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, UTF_8)) {
      var units = files.getJavaFileObjectsFromPaths(sources);
      var task = (JavacTask) compiler.getTask(null, files, diagnostics, options, null, units);
      task.analyze();
    }
    return diagnostics.getDiagnostics().stream()
        .filter(each -> each.getKind() != Diagnostic.Kind.NOTE)
        .map(PublishedJavadocTest::line)
        .toList();
  }

  private static String line(Diagnostic<? extends JavaFileObject> found) {
    JavaFileObject source = found.getSource();
    String text = found.getMessage(Locale.ROOT);
    return source == null ? text : source.getName() + ":" + found.getLineNumber() + ": " + text;
  }
}
