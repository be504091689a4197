package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache serve --check}: what would be served, without a client. */
class ServeCheckTest {

  @TempDir Path temporary;

  private Talk talk;
  private String directory = "";

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary).file("a.txt", "hello\n").file("src/b.txt", "b\n");
    directory = talk.workspace().directory().toString();
  }

  private void assertCheck(CliRun run, int exitCode, String out, String... err) {
    assertThat(run.err().lines()).containsExactly(err);
    assertThat(run.out()).isEqualTo(out.replace("$WORKSPACE", directory));
    assertThat(run.exitCode()).isEqualTo(exitCode);
  }

  @Test
  void saysHowMuchWouldBeServedAndWhatIsLeftOut() {
    talk.file(".gitignore", "*.log\n").file("src/x.log", "x").file("src/y.log", "y");
    assertCheck(
        talk.run("serve", "--check", "--attach", "a.txt", "-a", "src"),
        ExitCode.OK,
        "would serve 2 resources from $WORKSPACE: 8 B, ≈ 4 tokens if a model reads all of it\n",
        "attache: skipped 2: 2 ignored (-v lists them)");
  }

  @Test
  void countsWhatModelsAreShownOfAPage() {
    talk.file("page.txt", "one\n");
    assertThat(talk.run("serve", "--check", "-a", "page.txt").out())
        .startsWith("would serve 1 resource from ");
  }

  @Test
  void keepsToTheLimitInTokens() {
    talk.file("large.txt", "many words here\n".repeat(500));
    CliRun run =
        talk.run("serve", "--check", "-a", "large.txt", "-a", "src", "--max-tokens", "300");
    assertThat(run.out())
        .isEqualTo(
            "would serve 1 resource from %s: 2 B, ≈ 2 tokens if a model reads all of it\n"
                .formatted(directory));
    assertThat(run.err()).contains("large.txt: skipped, over-limit: its ≈ 2.0k tokens do not fit");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED); // what was named exactly did not fit
  }

  @Test
  void failsIfSomethingCannotBeAttached() {
    assertCheck(
        talk.run("serve", "--check", "-a", "missing.txt", "-a", "a.txt"),
        ExitCode.FAILED,
        "would serve 1 resource from $WORKSPACE: 6 B, ≈ 2 tokens if a model reads all of it\n",
        "attache: missing.txt: no such file or directory");
  }

  @Test
  void failsIfThereIsNothingToServe() {
    assertCheck(
        talk.run("serve", "--check"), ExitCode.FAILED, "nothing would be served from $WORKSPACE\n");
    assertCheck(
        talk.run("serve", "--check", "--allow-attach"),
        ExitCode.OK,
        """
        nothing would be served from $WORKSPACE
        the model may attach files in the workspace
        """);
  }

  @Test
  void saysFromWhereAModelMayAttach() {
    assertThat(
            talk.run("serve", "--check", "-a", "a.txt", "--allow-attach-from", "docs.example.org")
                .out())
        .endsWith("\nthe model may attach files in the workspace, and from docs.example.org\n");
  }

  @Test
  void readsNothingFromStandardInputAndListensNowhere() {
    talk.input("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    assertThat(talk.run("serve", "--check", "-a", "a.txt", "--http", "0").out())
        .startsWith("would serve 1 resource from ");
  }

  @Test
  void recordsNothing() throws Exception {
    talk.good("serve", "--check", "-a", "a.txt", "--conversation", "review");
    assertThat(talk.conversations()).isEmpty();
    assertThat(Files.exists(talk.workspace().directory().resolve(".attache/conversations")))
        .isFalse();
  }

  @Test
  void countsWhatAConversationHasAlready() {
    talk.good("query", "--print", "--new", "--id", "review", "--attach", "a.txt", "Look.");
    CliRun run = talk.good("serve", "--check", "-a", "src", "--conversation", "review");
    assertThat(run.out())
        .isEqualTo(
            """
            would serve 1 resource from %s: 2 B, ≈ 2 tokens if a model reads all of it
            the conversation has 1 resource already
            """
                .formatted(directory));
    assertThat(talk.events("request")).hasSize(1);
  }
}
