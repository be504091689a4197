package dev.attache.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.file.FileHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop over outcomes that the documentation shows. */
class OutcomesTest {

  @TempDir Path directory;

  private final List<String> lines = new ArrayList<>();

  @Test
  void haveALineForPeopleEach() throws IOException {
    Files.createDirectories(directory.resolve("src/test"));
    Files.writeString(directory.resolve("src/App.java"), "class App {}\n");
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(directory).build();
    try (Resolution resolution = resolver.resolve(List.of("src", "none.txt", "!test"))) {
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved resolved) {
          lines.add(resolved.snapshot().resource().uri() + " is read");
        } else {
          lines.add(outcome.line());
        }
      }
    }
    String uri = directory.toRealPath().resolve("src/App.java").toUri().toString();
    assertThat(lines)
        .containsExactlyInAnyOrder(
            uri + " is read",
            "none.txt: no such file or directory",
            "src/test: skipped, excluded: by !test");
  }

  @Test
  void areInTheDocumentationAsTheyAreHere() throws IOException {
    String page = Files.readString(Path.of("../../docs/embedding.md"));
    String here =
        Files.readString(Path.of("src/test/java/dev/attache/examples/embed/OutcomesTest.java"));
    List<String> shown = page.split("<!-- outcomes -->", -1)[1].lines().map(String::strip).toList();
    assertThat(shown).hasSizeGreaterThan(10);
    assertThat(here.lines().map(String::strip).toList())
        .containsAll(
            shown.stream().filter(line -> !line.isEmpty() && !line.startsWith("```")).toList());
  }
}
