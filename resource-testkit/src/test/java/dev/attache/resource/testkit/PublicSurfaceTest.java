package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.SpiVersion;
import dev.attache.support.net.PublicNetwork;
import dev.attache.support.process.ChildProcess;
import dev.attache.test.Golden;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What handlers of others are compiled against changes on purpose only. */
class PublicSurfaceTest {

  /** One class of each package that is API. */
  private static final List<Class<?>> OF_THE_API =
      List.of(
          Resource.class,
          ResourceHandler.class,
          Redaction.class,
          PublicNetwork.class,
          ChildProcess.class);

  @Test
  void ofTheApiIsWhatTheVersionSays() throws Exception {
    var lines = new ArrayList<String>();
    for (Class<?> type : OF_THE_API) {
      lines.addAll(surface(type));
    }
    assertSurface("surface-of-the-api.txt", lines);
  }

  @Test
  void ofTheKitIsWhatTheVersionSays() throws Exception {
    assertSurface("surface-of-the-kit.txt", surface(ResourceHandlerContract.class));
  }

  @Test
  void seesTypesAndTheirMembers() throws Exception {
    assertThat(surface(ResourceException.class))
        .contains(
            "dev.attache.resource.ResourceException: final class extends java.io.IOException",
            "dev.attache.resource.ResourceException: java.lang.String? uri()",
            "dev.attache.resource.ResourceException$Kind: INVALID_URI");
    assertThat(surface(SpiVersion.class))
        .contains("dev.attache.resource.spi.SpiVersion: static final int CURRENT = 1");
    assertThat(surface(ResourceHandlerContract.class))
        .contains(
            "dev.attache.resource.testkit.HandlerFixture: protected abstract"
                + " dev.attache.resource.spi.ResourceHandler handler()");
  }

  private static void assertSurface(String file, List<String> lines) {
    Golden.assertMatches(file, String.join("\n", lines) + "\n", whatToDo(file));
  }

  private static String whatToDo(String file) {
    return "the public surface has changed. If handlers that were built before go on working, raise"
        + " SpiVersion.CURRENT (and spi.version in resource-api/pom.xml) unless that was done"
        + " since the last release; if not, set SpiVersion.OLDEST to it as well. Then write"
        + " golden/"
        + file
        + " with -Dattache.golden=write, and say it in CHANGELOG.md. See"
        + " docs/compatibility.md";
  }

  /** Lists what is public in the package of a class, in the order of names. */
  private static List<String> surface(Class<?> ofPackage) throws Exception {
    var lines = new ArrayList<String>();
    for (String name : classes(ofPackage)) {
      Class<?> type = Class.forName(name, false, ofPackage.getClassLoader());
      if (PublicSurface.isVisible(type)) {
        lines.addAll(PublicSurface.of(type));
      }
    }
    return lines;
  }

  /** The names of all classes that lie beside one, be it in a directory or in a jar. */
  private static List<String> classes(Class<?> one) throws IOException, URISyntaxException {
    Path origin = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    String directory = one.getPackageName().replace('.', '/');
    if (Files.isDirectory(origin)) {
      return classes(origin.resolve(directory), one.getPackageName());
    }
    try (FileSystem jar = FileSystems.newFileSystem(origin)) {
      return classes(jar.getPath(directory), one.getPackageName());
    }
  }

  private static List<String> classes(Path directory, String packageName) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
          .map(name -> packageName + "." + name.substring(0, name.length() - ".class".length()))
          .sorted()
          .toList();
    }
  }
}
