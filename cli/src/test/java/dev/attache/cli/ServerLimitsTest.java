package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What servers are held to, by their definitions and by the command line. */
@Tag("process")
@Tag("slow")
class ServerLimitsTest {

  private static final String SLOW = "mcp+test+test://slow";
  private static final String NEVER = "mcp+test+test://never";

  @TempDir Path temporary;

  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = ServerWorkspace.in(temporary);
  }

  @Test
  void holdsAServerToTheTimeOfItsDefinition() {
    workspace.withUsers("request-timeout = 0.2\n");
    String late = "the MCP server test did not answer resources/read within 200 ms";
    assertThat(workspace.run("mcp", "read", "test", "test://never").errLines())
        .containsExactly("attache: " + late + "; raise it with --timeout");
    assertThat(workspace.run("resolve", NEVER).errLines())
        .containsExactly("attache: " + NEVER + ": " + late + "; raise it with --timeout");
  }

  @Test
  void letsTheCommandLineWinOverTheDefinition() {
    workspace.withUsers("request-timeout = 0.001\nstart-timeout = 0.001\n");
    assertThat(workspace.run("mcp", "read", "test", "test://slow", "--timeout=60").out())
        .isEqualTo("at last");
    assertThat(workspace.run("resolve", SLOW, "--timeout=60").out()).contains("at last");
  }

  @Test
  void namesTheLimitAndNotWhatIsLeftOfIt() {
    workspace.withUsers();
    assertThat(workspace.run("resolve", NEVER, "--timeout=1").err())
        .startsWith("attache: " + NEVER + ": the MCP server test did not answer ")
        .contains(" within 1 s")
        .endsWith("; raise it with --timeout\n");
    workspace.withUsers("start-timeout = 0.001\n");
    assertThat(workspace.run("mcp", "ls", "test").err())
        .isEqualTo(
            "attache: the MCP server test did not answer initialize within 1 ms; raise it with --timeout\n");
  }

  @Test
  void readsByHandNoMoreThanAnItemMayHave() {
    workspace.withUsers();
    CliRun run = workspace.run("mcp", "read", "test", "test://long", "--max-bytes=4999");
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "attache: test://long: has 5000 bytes, more than the limit of 4999; raise it with"
                + " --max-bytes\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("mcp", "read", "test", "test://long", "--max-bytes=5000").out())
        .hasSize(5000);
  }
}
