package dev.attache.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What strangers compile against: descriptors of modules, their names, and the BOM. */
class ModulesTest {

  private static final Path ROOT = Path.of("..");

  /** Modules that are built but not published for others to depend on. */
  private static final Set<String> OWN =
      Set.of("bom", "test-support", "cli", "benchmarks", "examples", "oracles");

  /** The tests of this one module do without LangChain4j; its own resolve it. */
  private static final String WITHOUT_LIBRARY = "dev.attache.langchain4j";

  private static Stream<String> published() throws IOException {
    return matches("pom.xml", "<module>([^</]+)").filter(name -> !OWN.contains(name));
  }

  private static Stream<String> matches(String file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(ROOT.resolve(file)))
        .results()
        .map(result -> result.group(1));
  }

  /** The facade is what most programs need, and has the name that they look for. */
  private static String artifact(String module) {
    return module.equals("facade") ? "attache" : "attache-" + module;
  }

  @ParameterizedTest
  @MethodSource("published")
  void haveADescriptorWithTheirName(String module) throws IOException {
    String name = "dev.attache." + module.replace('-', '.');
    Path descriptor = ROOT.resolve(module).resolve("src/main/java/module-info.java");
    assertThat(Files.readString(descriptor)).contains("module " + name + " {");
  }

  @ParameterizedTest
  @MethodSource("published")
  void exportTheRoomsThatTheTableSays(String module) throws IOException {
    Path descriptor = ROOT.resolve(module).resolve("src/main/java/module-info.java");
    assertThat(matches(ROOT.relativize(descriptor).toString(), "exports ([a-z0-9.]+)(?:;| to)"))
        .containsExactlyInAnyOrderElementsOf(
            Rooms.read().all().stream()
                .filter(room -> room.module().equals(module) && room.isExported())
                .map(room -> Rooms.ROOT + room.name())
                .toList());
  }

  @Test
  void findAllThatTheyRequire() {
    Path[] path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(Files::exists)
            .filter(Predicate.not(entry -> entry.endsWith("test-classes")))
            .toArray(Path[]::new);
    ModuleFinder finder = ModuleFinder.of(path);
    Set<String> ours =
        finder.findAll().stream()
            .map(ModuleReference::descriptor)
            .filter(each -> each.name().startsWith("dev.attache."))
            .map(each -> each.name())
            .filter(each -> !each.equals(WITHOUT_LIBRARY))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(ours)
        .contains(
            "dev.attache.conversations",
            "dev.attache.handlers.file",
            "dev.attache.resource.api",
            "dev.attache.resource.core",
            "dev.attache.store.embedded");
    Configuration resolved =
        ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), ours);
    assertThat(resolved.modules()).extracting(each -> each.name()).containsAll(ours);
  }

  @Test
  void areAllInTheBomWithTheirVersion() throws IOException {
    String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
    List<String> listed =
        matches("bom/pom.xml", "<artifactId>(attache[a-z0-9-]*)")
            .filter(each -> !each.equals("attache-bom"))
            .toList();
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(published().map(ModulesTest::artifact).toList());
    assertThat(bom).doesNotContain("<parent>");
    MatchResult version =
        Pattern.compile("<artifactId>attache-parent</artifactId>\\s*<version>([^<]+)")
            .matcher(Files.readString(ROOT.resolve("pom.xml")))
            .results()
            .findFirst()
            .orElseThrow();
    assertThat(bom)
        .contains("<artifactId>attache-bom</artifactId>\n  <version>" + version.group(1) + "<");
  }

  @Test
  void areAllThatIsPublished() throws IOException {
    Set<String> kept = new TreeSet<>();
    for (String module : matches("pom.xml", "<module>([^<]+)").toList()) {
      boolean isOwn = OWN.contains(module.split("/", 2)[0]);
      if (isOwn && !Set.of("bom", "cli").contains(module)) {
        String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
        assertThat(pom).as(module).contains("<maven.deploy.skip>true</maven.deploy.skip>");
        kept.add(
            matches(module + "/pom.xml", "</parent>\\s*<artifactId>([^<]+)")
                .findFirst()
                .orElseThrow());
      }
    }
    assertThat(matches("pom.xml", "<artifact>([^<]+)</artifact>"))
        .as("excludeArtifacts")
        .containsExactlyInAnyOrderElementsOf(kept);
  }
}
