package dev.attache.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.CliRun;
import dev.attache.cli.NewProject;
import dev.attache.cli.TestWorkspace;
import dev.attache.cli.handlers.AuthorRepository;
import dev.attache.cli.handlers.HandlersNewCommand;
import dev.attache.cli.handlers.NewDirectory;
import dev.attache.cli.handlers.NewHandler;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code attache handlers new}; {@link HandlersNewIT} builds what it writes. */
class HandlersNewTest {

  @TempDir Path temporary;

  private NewProject attache = new NewProject(null, null);

  @BeforeEach
  void makeRepository() throws IOException {
    attache = NewProject.withRepository(temporary.resolve("repository"));
  }

  private String place() {
    return temporary.resolve("made/notes").toString();
  }

  private Map<String, String> made() throws IOException {
    return NewProject.filesIn(Path.of(place()));
  }

  @Test
  void writesAProjectAndSaysWhatComesNext() throws Exception {
    CliRun run = attache.run("notes", place(), "--scheme", "note");
    assertThat(run.out())
        .isEqualTo(
            """
            wrote to %1$s:
              src/main/java/org/example/notes/NotesHandler.java  (edit content)
              src/test/java/org/example/notes/NotesHandlerTest.java
              src/main/resources/META-INF/services/dev.attache.resource.spi.ResourceHandler
              pom.xml
              README.md
              .gitignore
              repository/  (what it is built against and Maven Central does not have)
            next:
              cd %1$s
              mvn verify
              attache --handler-jar target/notes.jar resolve note:thing
            """
                .formatted(place()));
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(made().keySet())
        .filteredOn(name -> !name.startsWith("repository/"))
        .containsExactly(
            ".gitignore",
            "README.md",
            "pom.xml",
            "src/main/java/org/example/notes/NotesHandler.java",
            "src/main/resources/META-INF/services/dev.attache.resource.spi.ResourceHandler",
            "src/test/java/org/example/notes/NotesHandlerTest.java");
    assertThat(
            made()
                .get(
                    "src/main/resources/META-INF/services/dev.attache.resource.spi.ResourceHandler"))
        .isEqualTo("org.example.notes.NotesHandler\n");
    assertThat(made().get("pom.xml"))
        .contains("<artifactId>notes</artifactId>", "<Attache-Schemes>note</Attache-Schemes>")
        .contains("<Attache-Spi-Version>1</Attache-Spi-Version>");
  }

  @Test
  void leavesNoPlaceholder() throws Exception {
    attache.run("notes", place(), "--scheme", "note", "--package", "com.acme.n");
    assertThat(made())
        .allSatisfy((name, text) -> assertThat(text).doesNotContainPattern("@[A-Z]+@"));
    assertThat(made()).containsKey("src/main/java/com/acme/n/NotesHandler.java");
  }

  @Test
  void saysTheSameToPrograms() throws Exception {
    JsonNode said = attache.run("notes", place(), "--scheme", "note", "--json").json().get(0);
    assertThat(said.get("directory").asText()).isEqualTo(place());
    assertThat(said.get("name").asText()).isEqualTo("notes");
    assertThat(said.get("scheme").asText()).isEqualTo("note");
    assertThat(said.get("class").asText()).isEqualTo("org.example.notes.NotesHandler");
    assertThat(made().get("pom.xml"))
        .contains("<attache.version>" + said.get("attacheVersion").asText() + "</attache.version>");
    assertThat(said.get("edit").asText())
        .isEqualTo("src/main/java/org/example/notes/NotesHandler.java");
    assertThat(said.get("files")).hasSameSizeAs(made().keySet());
    assertThat(said.get("files"))
        .allSatisfy(file -> assertThat(Path.of(place(), file.asText())).isRegularFile());
    assertThat(said.get("next")).hasSize(3);
  }

  @Test
  void namesExactlyTheBuildThatItTakesAlong() throws Exception {
    attache.run("notes", place(), "--scheme", "note");
    AuthorRepository own =
        AuthorRepository.read(temporary.resolve("repository"), NewProject.VERSION);
    assertThat(own.version()).matches("0\\.9\\.0-[0-9a-f]{12}");
    String folder = "repository/dev/attache/attache-resource-api/" + own.version() + "/";
    assertThat(made())
        .containsEntry(
            folder + "attache-resource-api-" + own.version() + ".pom",
            "<parent><version>" + own.version() + "</version></parent><version>1</version>")
        .containsEntry(
            folder + "attache-resource-api-" + own.version() + ".jar",
            "the jar of attache-resource-api");
    assertThat(made().keySet())
        .filteredOn(name -> name.startsWith("repository/"))
        .hasSize(13)
        .allMatch(name -> name.endsWith(".jar") || name.endsWith(".pom"))
        .noneMatch(name -> name.contains("SNAPSHOT"));
    assertThat(made().get("pom.xml")).contains("<url>file://${project.basedir}/repository</url>");
    assertThat(made().get("README.md")).contains("Attaché 0.9.0 is not on Maven Central");
  }

  @Test
  void givesAnotherBuildAnotherVersion() throws Exception {
    Path repository = temporary.resolve("repository");
    String first = AuthorRepository.read(repository, NewProject.VERSION).version();
    assertThat(AuthorRepository.read(repository, NewProject.VERSION).version()).isEqualTo(first);
    String jar = "dev/attache/attache-resource-core/%1$s/attache-resource-core-%1$s.jar";
    Files.writeString(repository.resolve(jar.formatted(NewProject.VERSION)), "built again");
    assertThat(AuthorRepository.read(repository, NewProject.VERSION).version()).isNotEqualTo(first);
  }

  @Test
  void leavesReleasesToMavenCentral() throws Exception {
    CliRun run = new NewProject("1.2.3", null).run("notes", place(), "--scheme", "note");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).doesNotContain("repository");
    assertThat(made()).hasSize(6);
    assertThat(made().get("pom.xml"))
        .contains("<attache.version>1.2.3</attache.version>")
        .doesNotContain("<repositories>");
    assertThat(made().get("README.md")).doesNotContain("repository");
  }

  @Test
  void saysWhyItCannotBeUsedFromClasses() throws IOException {
    CliRun run =
        TestWorkspace.in(temporary).run("handlers", "new", "notes", place(), "--scheme", "note");
    assertThat(run.err())
        .isEqualTo(
            "attache: the project cannot be written: this attache is not packaged, so it has no"
                + " version to build against; run the one in cli/target/attache/bin, which mvn"
                + " package makes\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(Path.of(place()).getParent()).doesNotExist();
  }

  @Test
  void saysWhatTheDistributionLacks() throws Exception {
    CliRun run = new NewProject("1.2.3-SNAPSHOT", null).run("notes", place(), "--scheme", "note");
    assertThat(run.err())
        .isEqualTo(
            "attache: the project cannot be written: the distribution has no folder repository"
                + " beside lib, which handlers are built against; unpack or build it again\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    Path repository = temporary.resolve("repository");
    run = new NewProject("1.2.3-SNAPSHOT", repository).run("notes", place(), "--scheme", "note");
    assertThat(run.err())
        .isEqualTo(
            "attache: the project cannot be written: "
                + repository
                + ": it holds no attache-resource-testkit of this version\n");
  }

  @Test
  void fillsAnEmptyDirectory() throws Exception {
    Files.createDirectories(Path.of(place()));
    assertThat(attache.run("notes", place(), "--scheme", "note").exitCode()).isZero();
    assertThat(made()).hasSize(19);
  }

  @Test
  void overwritesNothing() throws Exception {
    Files.createDirectories(Path.of(place()));
    Files.writeString(Path.of(place(), "pom.xml"), "mine");
    CliRun run = attache.run("notes", place(), "--scheme", "note");
    assertThat(run.err())
        .isEqualTo(
            "attache: the project cannot be written: "
                + place()
                + ": it already exists and is not empty; name another directory\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(made()).containsOnly(Map.entry("pom.xml", "mine"));
    run = attache.run("notes", place() + "/pom.xml", "--scheme", "note");
    assertThat(run.err())
        .isEqualTo(
            "attache: the project cannot be written: "
                + place()
                + "/pom.xml: it already exists and is not a directory; name another directory\n");
  }

  @Test
  void saysHowToGetIntoAnyDirectory() throws Exception {
    CliRun run = attache.run("notes", temporary + "/a\u001b[2J\nb", "--scheme", "note");
    assertThat(run.out())
        .startsWith("wrote to " + temporary + "/a\\u001b[2J\\u000ab:\n")
        .contains("next:\n  cd $'" + temporary + "/a\\x1b[2J\\nb'\n");
    var handler = NewHandler.of("notes", "note", null);
    assertThat(HandlersNewCommand.next(handler, "-dash").get(0)).isEqualTo("cd ./-dash");
    assertThat(HandlersNewCommand.next(handler, "a b").get(0)).isEqualTo("cd 'a b'");
  }

  @Test
  void needsANameOfTheDirectory() {
    assertThatThrownBy(() -> attache.run("notes", "", "--scheme", "note"))
        .isInstanceOf(UsageException.class)
        .hasMessage("DIR () must not be empty");
  }

  @Test
  void warnsOfAPathThatMavenDecodes() throws Exception {
    String directory = temporary.toRealPath() + "/100%/notes";
    CliRun run = attache.run("notes", directory, "--scheme", "note");
    assertThat(run.err())
        .isEqualTo(
            "attache: "
                + directory
                + ": its path has a %, which Maven decodes where it looks for repository/; move the"
                + " project to a path without one before you build it\n");
    assertThat(run.exitCode()).isZero();
    assertThat(Path.of(directory, "pom.xml")).isRegularFile();
    run = new NewProject("1.2.3", null).run("notes", directory + "2", "--scheme", "note");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void namesTheDirectoryInFailures() throws Exception {
    Path directory = temporary.resolve("made");
    var files = Map.of("a", new byte[1], "a/b", new byte[1]);
    var ordered = new TreeMap<>(files); // a is a file already when a/b is to be written
    assertThatThrownBy(() -> NewDirectory.at(directory).write(ordered))
        .isInstanceOfSatisfying(
            FileSystemException.class,
            e -> assertThat(e.getFile()).isEqualTo(directory.resolve("a").toString()));
    assertThat(directory).doesNotExist();
    Files.createDirectories(directory);
    assertThatThrownBy(() -> NewDirectory.at(directory).write(ordered))
        .isInstanceOfSatisfying(
            FileSystemException.class,
            e -> assertThat(e.getFile()).isEqualTo(directory.resolve("a").toString()));
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({"mcpx", "mcp-notes", "filex"})
  void leavesSchemesThatOnlyBeginAsOurs(String scheme) throws Exception {
    assertThat(NewHandler.of("notes", scheme, null).scheme()).isEqualTo(scheme);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          weather         | org.example.weather.WeatherHandler
          weather-notes   | org.example.weathernotes.WeatherNotesHandler
          Weather2-7      | org.example.weather27.Weather27Handler
          notes-handler   | org.example.noteshandler.NotesHandler
          handler         | org.example.handler.HandlerHandler
          resource        | org.example.resource.ResourceSchemeHandler
          int             | org.example.int_.IntHandler
          new-handler     | org.example.newhandler.NewHandler
          """)
  void namesTheClassForTheHandler(String name, String className) throws Exception {
    NewHandler handler = NewHandler.of(name, "some", null);
    assertThat(handler.packageName() + "." + handler.className()).isEqualTo(className);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -x        | s1    | a.b          | NAME (-x) must begin with a letter and have letters, digits and single hyphens only, 64 at most, as in weather-notes
          a/b       | s1    | a.b          | NAME (a/b) must begin with a letter and have letters, digits and single hyphens only, 64 at most, as in weather-notes
          1a        | s1    | a.b          | NAME (1a) must begin with a letter and have letters, digits and single hyphens only, 64 at most, as in weather-notes
          a         | S1    | a.b          | --scheme (S1) must be a letter and then letters, digits, +, - or ., all in lower case, 2 to 64 in all, as in weather
          a         | s     | a.b          | --scheme (s) must be a letter and then letters, digits, +, - or ., all in lower case, 2 to 64 in all, as in weather
          a         | a_b   | a.b          | --scheme (a_b) must be a letter and then letters, digits, +, - or ., all in lower case, 2 to 64 in all, as in weather
          a         | s:    | a.b          | --scheme (s:) must be a letter and then letters, digits, +, - or ., all in lower case, 2 to 64 in all, as in weather
          a         | https | a.b          | --scheme (https) is one of attache's own; choose another
          a         | mcp   | a.b          | --scheme (mcp) is one of attache's own; choose another
          a         | mcp+x | a.b          | --scheme (mcp+x) is one of attache's own; choose another
          a         | s1    | a            | --package (a) must be the name of a Java package, with a dot, as in org.example.weather
          a         | s1    | a.int        | --package (a.int) must be the name of a Java package, with a dot, as in org.example.weather
          a         | s1    | a.1          | --package (a.1) must be the name of a Java package, with a dot, as in org.example.weather
          a         | s1    | a..b         | --package (a..b) must be the name of a Java package, with a dot, as in org.example.weather
          a         | s1    | dev.attache.x | --package (dev.attache.x) must not begin with dev.attache., whose classes are never loaded from a handler jar
          a         | s1    | java.util    | --package (java.util) must not begin with java., whose classes are never loaded from a handler jar
          """)
  void refusesNamesThatCannotBe(String name, String scheme, String packageName, String message) {
    assertThatThrownBy(() -> NewHandler.of(name, scheme, packageName))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @Test
  void isToldANameAndAScheme() {
    assertThatThrownBy(() -> attache.run("--scheme", "note")).hasMessage("missing argument: NAME");
    assertThatThrownBy(() -> attache.run("a", "b", "c", "--scheme", "note"))
        .hasMessage("too many arguments: give NAME and at most one DIR");
  }
}
