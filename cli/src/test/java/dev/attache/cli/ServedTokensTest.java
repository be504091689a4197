package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.Text;
import dev.attache.tokens.jtokkit.O200k;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code attache serve} costs a model in tokens of o200k. */
class ServedTokensTest {

  private static final O200k O200K = new O200k();

  @TempDir Path temporary;

  private static long tokens(String text) {
    return O200K.count(Text.of(text));
  }

  @Test
  void theToolsAndTheInstructionsCostAtMost350() {
    Talk talk = Talk.in(temporary);
    ServeRun run = ServeRun.in(talk).tools().serve().good();
    JsonNode tools = run.result(1).get("tools");
    assertThat(tools).hasSize(2);
    String instructions = run.result(0).get("instructions").asText();
    assertThat(tokens(tools.toString()) + tokens(instructions)).isBetween(200L, 350L);
  }

  /** Sources of this repository, by the names that they have here. */
  @Test
  void aHundredResourcesCostAtMost1700InAList() throws IOException {
    Talk talk = Talk.in(temporary);
    Path root = Path.of("..").toRealPath();
    List<Path> sources;
    try (Stream<Path> all = Files.walk(root.resolve("conversations/src/main/java"))) {
      sources = all.filter(Files::isRegularFile).sorted().limit(60).toList();
    }
    for (Path source : sources) {
      talk.file(root.relativize(source).toString(), Files.readString(source));
    }
    for (int i = 0; i < 40; i++) { // each in a directory of its own
      talk.file("modules/part-" + i + "/src/main/resources/settings.json", "{\"a\": " + i + "}\n");
    }
    ServeRun run = ServeRun.in(talk).call("list_resources", "{}").serve("--attach", ".").good();
    String list = run.result(1).get("content").get(0).get("text").asText();
    assertThat(list).startsWith("100 resources are attached:\n");
    assertThat(tokens(list)).isBetween(500L, 1700L);
  }
}
