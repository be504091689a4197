package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code attache mcp} says of what it does not show, or not as it is. */
@Tag("process")
class UnshownTest {

  @TempDir Path temporary;

  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = ServerWorkspace.in(temporary).withUsers();
  }

  private void assertShows(String out, String err, String... args) {
    CliRun run = workspace.run(args);
    assertThat(run.out()).isEqualTo(out);
    assertThat(run.err()).isEqualTo(err);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void readsBase64OfEitherAlphabet() throws Exception {
    Path file = temporary.resolve("out");
    assertShows("", "", "mcp", "read", "test", "test://url-safe", "-o", "" + file);
    assertThat(Files.readAllBytes(file)).isEqualTo(new byte[] {-1, -17, 63});
  }

  @Test
  void namesBytesBesideAText() {
    assertShows(
        "a",
        "attache: test://both: the server gave a text and, besides, other bytes (2 B), which are"
            + " not shown; show them with --json\n",
        "mcp",
        "read",
        "test",
        "test://both");
    assertShows("a", "", "mcp", "read", "test", "test://same");
    assertShows(
        "a",
        "attache: test://text-and-noise: the server gave a text and, besides, a blob that is not"
            + " base64: it has an invalid base64 digit at 0; show it with --json\n",
        "mcp",
        "read",
        "test",
        "test://text-and-noise");
  }

  @Test
  void namesHalfCharacters() {
    assertShows(
        "a\ufffdb",
        "attache: test://half: the server's text has unpaired surrogates, shown as U+FFFD\n",
        "mcp",
        "read",
        "test",
        "test://half");
  }

  @Test
  void namesWhatIsOddInBlocks() {
    assertShows(
        """
        a\ufffdb
        """,
        """
        attache: odd: block 0: halves of characters stand there as \ufffd
        attache: odd: block 1 is left out: /data is not base64: it has an invalid base64 digit at 0
        attache: odd: block 2 is left out: /resource must have text or blob, not both
        """,
        "mcp",
        "call",
        "test",
        "odd");
  }

  @Test
  void namesWhatIsStructuredUnlessATextSaysIt() {
    assertShows(
        "one and a half\n",
        "attache: for people: also answered with 22 B of structured content that says more;"
            + " --structured shows it\n",
        "mcp",
        "call",
        "test",
        "for people");
    assertShows("{\n \"b\": 1.5, \"a\": [1, null]}\n", "", "mcp", "call", "test", "repeated");
    assertShows("{\"a\":[1,null]}\n", "", "mcp", "call", "test", "structured");
  }
}
