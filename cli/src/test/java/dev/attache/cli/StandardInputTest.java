package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Standard input as a reference. */
class StandardInputTest {

  @TempDir Path temporary;

  private TestWorkspace workspace(String input) {
    return TestWorkspace.in(temporary).file("a.txt", "a").standardInput(input);
  }

  @Test
  void isReadForADash() {
    CliRun run = workspace("hello\n").run("resolve", "-");
    assertThat(run.out())
        .isEqualTo(
            """
            <resource uri="stdin:-" name="standard input">
            hello

            </resource>
            """);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void hasTheNameThatItIsGiven() {
    JsonNode resource =
        workspace("fn main() {}\n")
            .run("resolve", "--json", "-", "--name", "src/größe x+y.rs")
            .json()
            .get(0);
    assertThat(resource.get("uri").asText()).isEqualTo("stdin:src/gr%C3%B6%C3%9Fe%20x%2By.rs");
    assertThat(resource.get("name").asText()).isEqualTo("src/größe x+y.rs");
    assertThat(resource.get("mimeType").asText()).isEqualTo("text/x-rust");
    assertThat(resource.get("source").asText()).isEqualTo("stdin");
  }

  @Test
  void hasTheTypeThatItIsGiven() {
    JsonNode resource =
        TestWorkspace.in(temporary)
            .standardInput("Gr\u00fc\u00dfe".getBytes(ISO_8859_1))
            .run("resolve", "--json", "-", "--type", "text/csv; charset=iso-8859-15")
            .json()
            .get(0);
    assertThat(resource.get("mimeType").asText()).isEqualTo("text/csv");
    assertThat(resource.get("text").asText()).isEqualTo("Grüße");
    assertThat(resource.get("type").get("declared").asText())
        .isEqualTo("text/csv; charset=iso-8859-15");
  }

  @Test
  void keepsItsPlaceAmongTheReferences() {
    assertThat(workspace("x").run("resolve", "-f", "table", "a.txt", "-", "a*").outLines())
        .extracting(line -> line.substring(line.lastIndexOf("  ") + 2))
        .containsExactly("NAME", "a.txt", "standard input");
  }

  @Test
  void isReadOnceHoweverOftenItIsNamed() {
    CliRun run = workspace("x").run("resolve", "-f", "table", "-", "-a", "-");
    assertThat(run.outLines()).hasSize(2);
    assertThat(run.err()).isEqualTo("attache: skipped 1: 1 duplicate (-v lists them)\n");
  }

  @Test
  void isRefusedIfItIsTooLarge() {
    CliRun run = workspace("12345").run("resolve", "-", "--max-bytes", "4");
    assertThat(run.err())
        .isEqualTo(
            "attache: stdin:-: is larger than the limit of 4 bytes; raise it with --max-bytes\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void mayBeEmpty() {
    assertThat(workspace("").run("resolve", "--json", "-").json().get(0).get("size").asInt())
        .isZero();
  }

  @Test
  void isLeftAloneUnlessItIsNamed() {
    TestWorkspace workspace = workspace("").standardInput(new Untouchable());
    assertThat(workspace.run("resolve", "a.txt", "./-").exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("resolve", "stdin:-").err())
        .isEqualTo(
            "attache: stdin:-: no handler for the scheme \"stdin\" (known: bitbucket, cmd, codeberg,"
                + " file, git+file, git+http, git+https, git+ssh, github, gitlab, http, https, mcp),"
                + " and no file of that name\n");
  }

  @Test
  void needsADashIfItIsGivenANameOrAType() {
    for (String option : new String[] {"--name=x", "--type=text/plain"}) {
      CliRun run = workspace("x").run("resolve", "a.txt", option);
      assertThat(run.errLines().get(0))
          .isEqualTo("attache: --name and --type need - (standard input)");
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void needsANameThatIsOne() {
    assertThat(workspace("x").run("resolve", "-", "--name", "").errLines().get(0))
        .isEqualTo("attache: --name () must not be empty");
  }
}
