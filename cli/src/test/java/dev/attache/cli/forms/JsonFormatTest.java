package dev.attache.cli.forms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.cli.CliRun;
import dev.attache.cli.TestWorkspace;
import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.Text;
import dev.attache.test.Golden;
import dev.attache.types.TypeDecision;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFormatTest {

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary)
        .file("Größe.txt", "a \"quoted\" line\n\ttab, NUL-free \u2028 and \uD83D\uDE00\n")
        .file("data.bin", new byte[] {0, 1, 2, (byte) 0xff})
        .file("latin1.txt", new byte[] {'G', 'r', (byte) 0xfc, (byte) 0xdf, 'e', '\n'});
  }

  @Test
  void writesOneObjectALine() {
    TestWorkspace workspace = workspace();
    CliRun run = workspace.run("resolve", "--format", "json");
    Golden.assertMatches("json/all.jsonl", workspace.portable(run.out()));
    assertThat(run.json()).hasSize(3);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void leavesTextsAndBlobsOutOnRequest() {
    TestWorkspace workspace = workspace();
    Golden.assertMatches(
        "json/no-content.jsonl",
        workspace.portable(workspace.run("resolve", "--format=json", "--no-content").out()));
  }

  @Test
  void tellsTheSameWithAndWithoutTheContent() {
    List<JsonNode> with = workspace().run("resolve", "--json").json();
    with.forEach(object -> ((ObjectNode) object).remove(List.of("text", "blob")));
    assertThat(workspace().run("resolve", "--json", "--no-content").json()).isEqualTo(with);
  }

  @Test
  void isChosenByTheGlobalOptionToo() {
    TestWorkspace workspace = workspace();
    assertThat(workspace.run("--json", "resolve").out())
        .isEqualTo(workspace.run("resolve", "-f", "json").out());
  }

  @Test
  void writesEveryCharacterAsItself() {
    var random = new Random(2);
    String text =
        random
            .ints(50_000, 0, 0x1_0000)
            .map(i -> i % 3 == 0 ? 0x1f600 + i % 64 : i % 3 == 1 ? ' ' + i % 90 : 0xa0 + i % 0x2000)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    CliRun run = TestWorkspace.in(temporary).file("a.txt", text).run("resolve", "--json");
    assertThat(run.json().get(0).get("text").asText()).isEqualTo(text);
    assertThat(run.out()).contains("\uD83D\uDE00").doesNotContain("\\uD83D");
  }

  @Test
  void writesAllThatAResourceCanHave() throws IOException {
    Resource resource =
        Resource.builder(ResourceUri.of("mcp+db://x"), Text.of("1\n"))
            .mimeType("text/plain")
            .annotations(new Annotations(Set.of(Role.USER), 0.5, TestWorkspace.MODIFIED))
            .name("n")
            .title("t")
            .description("d")
            .formatted("one")
            .meta("k", List.of(1, true))
            .build();
    var type = new TypeDecision("text/PLAIN", "text/plain", "text/plain", "text/plain", "declared");
    var snapshot =
        new Snapshot(
            resource, resource.uri(), "mcp:db", Instant.EPOCH, type, List.of("first", "next"));
    var out = new ByteArrayOutputStream();
    var format = new JsonFormat(out, true);
    format.write(snapshot);
    format.flush();
    Golden.assertMatches("json/every-field.jsonl", out.toString(UTF_8));
  }
}
