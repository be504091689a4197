package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.Launch.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The archives that people download, made by {@code mvn -P dist package}. */
@Tag("process")
@EnabledIfSystemProperty(
    named = "attache.archive",
    matches = ".+",
    disabledReason = "the archives are made with -P dist")
class ArchiveIT {

  private final Path tar = Path.of(System.getProperty("attache.archive", "") + ".tar.gz");
  private final Path zip = Path.of(System.getProperty("attache.archive", "") + ".zip");

  @TempDir Path temporary;
  private Path home = Path.of("");

  @BeforeEach
  void unpack() throws IOException {
    run(temporary, "tar", "xzf", tar);
    home = temporary.resolve(tar.getFileName().toString().replace(".tar.gz", ""));
  }

  @Test
  void holdsAProgramThatRuns() throws IOException {
    Files.writeString(temporary.resolve("a.txt"), "hello\n");
    Ended ended = Launch.in(temporary, home.resolve("bin/attache"), "canonicalize", "a.txt").run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).isEqualTo("file://" + temporary.toRealPath() + "/a.txt\n");
  }

  @Test
  void holdsTheTermsOfEveryLibraryInside() throws IOException {
    List<String> libraries =
        Files.readAllLines(home.resolve("THIRD-PARTY.txt")).stream()
            .filter(line -> line.contains(" - "))
            .toList();
    assertThat(libraries)
        .anySatisfy(line -> assertThat(line).startsWith("com.fasterxml.jackson.core:jackson-core:"))
        .anySatisfy(line -> assertThat(line).startsWith("org.jsoup:jsoup:"))
        .noneMatch(line -> line.startsWith("dev.attache:"));
    List<String> terms;
    try (Stream<Path> files = Files.list(home.resolve("licenses"))) {
      terms = files.map(file -> file.getFileName().toString().replace(".txt", "")).toList();
    }
    assertThat(libraries.stream().filter(line -> !line.contains("Apache")).toList())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(terms).anyMatch(line.split(":", -1)[1]::startsWith));
    assertThat(home.resolve("LICENSE")).content(UTF_8).contains("Apache License");
    assertThat(home.resolve("NOTICE")).content(UTF_8).contains("Apache Tika");
  }

  @Test
  void holdsJarsThatCarryTheirTermsOrAreListedWithThem() throws IOException {
    String listed = Files.readString(home.resolve("THIRD-PARTY.txt"));
    try (Stream<Path> files = Files.walk(home)) {
      assertThat(files.filter(file -> file.toString().endsWith(".jar")).toList())
          .hasSizeGreaterThan(4)
          .allSatisfy(
              jar -> {
                String name = jar.getFileName().toString();
                if (!name.startsWith("attache")) {
                  int version = name.lastIndexOf('-');
                  assertThat(listed)
                      .contains(
                          ":"
                              + name.substring(0, version)
                              + ":"
                              + name.substring(version + 1, name.length() - ".jar".length())
                              + " - ");
                  return;
                }
                try (ZipFile opened = new ZipFile(jar.toFile())) {
                  assertThat(opened.getEntry("META-INF/LICENSE")).as(jar.toString()).isNotNull();
                  assertThat(opened.getEntry("META-INF/NOTICE")).as(jar.toString()).isNotNull();
                }
              });
    }
  }

  @Test
  void holdsCompletionsThatTheirShellsRead() {
    run(temporary, "bash", "-n", home.resolve("completions/attache.bash"));
    assertThat(home.resolve("completions/_attache")).content(UTF_8).startsWith("#compdef attache");
    assertThat(home.resolve("completions/attache.fish"))
        .content(UTF_8)
        .contains("complete -c attache");
  }

  @Test
  void holdsTheSameAsAZip() throws IOException {
    try (ZipFile opened = new ZipFile(zip.toFile())) {
      assertThat(files(run(temporary, "tar", "tzf", tar).lines()))
          .isEqualTo(files(opened.stream().map(ZipEntry::getName)));
    }
  }

  private static List<String> files(Stream<String> entries) {
    return entries.filter(entry -> !entry.endsWith("/")).sorted().toList();
  }

  private static String run(Path directory, Object... command) {
    Ended ended = Launch.in(directory, command).run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    return ended.out();
  }
}
