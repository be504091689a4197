package dev.attache.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.file.FileHandler;
import dev.attache.jars.HandlerJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedJarIT {

  @TempDir Path temporary;

  /** The second listing of the page, line by line, but for the place of the jar. */
  @Test
  void usesAHandlerThatSomebodyElseShips() throws IOException {
    Path file = Path.of(System.getProperty("attache.zip-handler", ""));
    Path kept = temporary.resolve("handlers");
    HandlerJar jar = HandlerJar.read(file, HandlerOrigin.Kind.APPLICATION);
    HandlerRegistry registry =
        HandlerJar.load(List.of(jar.keptIn(kept)), HandlerRegistry.of(new FileHandler()));
    assertThat(registry.problems()).isEmpty();
    assertThat(registry.schemes()).containsExactly("file", "zip");

    Path workspace = Files.createDirectory(temporary.resolve("work"));
    Files.copy(file, workspace.resolve("a.jar"));
    Resolver resolver = Resolver.builder(registry).workspace(workspace).build();
    try (Resolution resolution = resolver.resolve(List.of("zip:a.jar!/META-INF/*.MF"))) {
      assertThat(resolution.next()).isInstanceOf(Outcome.Resolved.class);
      assertThat(resolution.hasNext()).isFalse();
    }
  }

  @Test
  void isAsThePageSays() throws IOException {
    String page = Files.readString(Path.of("../../docs/embedding.md"));
    String test =
        Files.readString(Path.of("src/test/java/dev/attache/examples/embed/LoadedJarIT.java"));
    for (String line : page.split("<!-- jar -->", -1)[1].split("\n", -1)) {
      if (!line.startsWith("```")) {
        assertThat(test).contains(line.strip());
      }
    }
  }
}
