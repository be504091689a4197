package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.tools.UserCall;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers to tools that one line at a terminal cannot give: forms, secrets, none at all. */
@Tag("process")
class AnsweredToolsTest {

  private static final String SECRET =
      """
      #!/bin/sh
      echo '{"content":[{"type":"question","question":{"id":"key","text":"The key?",
      "schema":{"type":"string","format":"password"}}}]}'
      """;

  @TempDir Path temporary;

  private CommandWorkspace workspace;
  private ToolPrograms programs;

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = CommandWorkspace.in(temporary);
    programs = ToolPrograms.in(temporary);
    workspace
        .workspace()
        .file(
            "../home/config/attache/config.toml",
            programs.tool("nested", ToolPrograms.NESTED)
                + programs.tool("secret", SECRET)
                + "[tools.hangs]\ncommand = ['sleep', '100']\n");
  }

  /** Calls a tool whose user is at a terminal, and has this editor. */
  private CliRun edited(String script) throws IOException {
    Path editor = programs.write("edit.sh", "#!/bin/sh\ncp \"$1\" '" + shown() + "'\n" + script);
    return workspace
        .editingWith(editor)
        .answering("")
        .run("tool", "call", "nested", "--no-progress");
  }

  private Path shown() {
    return temporary.resolve("shown.json");
  }

  @Test
  void areWrittenInAnEditorThatShowsWhatIsNeeded() throws IOException {
    CliRun run =
        edited("echo '{\"version\": \"1.2.3\", \"target\": {\"name\": \"x\"}}' > \"$1\"\n");
    assertThat(run.out())
        .isEqualTo("{\"release\":{\"version\":\"1.2.3\",\"target\":{\"name\":\"x\"}}}\n");
    assertThat(run.exitCode()).isZero();
    assertThat(Files.readString(shown()))
        .startsWith(
            """
            // What to release?
            // Lines that begin with // are ignored. Save nothing to cancel the call.
            """)
        .contains("As in 1.2.3")
        .containsSubsequence("\"version\"", "\"target\"", "\"name\"", "\"notes\"");
  }

  @Test
  void areAskedForAgainWithWhatIsWrong() throws IOException {
    CliRun run =
        edited(
            "grep -q 'is missing' \"$1\" && echo '{\"version\": \"1\", \"target\": {\"name\": \"x\"}}'"
                + " > \"$1\" || echo '{\"target\": {\"name\": \"x\"}}' > \"$1\"\n");
    assertThat(run.err()).contains("the answer /version is missing\n");
    assertThat(run.out()).contains("\"version\":\"1\"");
    assertThat(Files.readString(shown())).startsWith("// the answer /version is missing\n");
  }

  @Test
  void areNoneIfNothingIsSavedOrTheEditorFails() throws IOException {
    assertThat(edited(": > \"$1\"\n").errLines())
        .endsWith(
            "attache: nested failed:",
            "attache: the call was cancelled: the question release was not answered");
    CliRun failed = edited("exit 3\n");
    assertThat(failed.errLines())
        .endsWith(
            "attache: the call was cancelled: the editor for the question release ended with exit"
                + " code 3");
    assertThat(failed.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void needAnEditorForAForm() {
    assertThat(workspace.answering("").run("tool", "call", "nested").errLines())
        .endsWith(
            "attache: the question release needs an editor; set EDITOR, or answer it with --answer"
                + " release=JSON");
  }

  @Test
  void areNotTypedInTheOpenIfTheyAreSecret() {
    assertThat(workspace.answering("hunter2\n").run("tool", "call", "secret").errLines())
        .endsWith(
            "attache: the question key asks for a secret, which cannot be typed unseen here; give"
                + " it with --answers FILE");
  }

  @Test
  void saysWhatAMissingArgumentIs() {
    assertThat(workspace.run("tool", "call").errLines().get(0))
        .isEqualTo("attache: missing argument: NAME and JSON (`attache tool ls` lists them)");
    assertThat(workspace.run("tool", "show").errLines().get(0))
        .isEqualTo("attache: missing argument: NAME (`attache tool ls` lists them)");
    workspace.workspace().file("../home/config/attache/config.toml", "");
    assertThat(workspace.run("tool", "ls").err())
        .isEqualTo("attache: no tools are configured; add one to a [tools.NAME] table\n");
  }

  @Test
  void saysHowToGiveMoreTimeOrRoom() throws IOException {
    CliRun run = workspace.run("tool", "call", "hangs", "--timeout", "2");
    assertThat(run.errLines())
        .containsExactly(
            "attache: hangs failed:",
            "attache: hangs: ran longer than 2 s and was killed; it had printed nothing",
            "attache: raise the time limit with --timeout");
    var said = new StringWriter();
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintWriter(said, true),
            false,
            false,
            false,
            Map.of());
    var response =
        new ToolResponse(
            List.of(TextBlock.of("too much")),
            true,
            Map.of(ToolResponse.ERROR, Map.of("kind", "too-large")));
    UserCall.sayError("big", response, new Console(streams, false));
    assertThat(said)
        .hasToString(
            "attache: big failed:\nattache: too much\nattache: raise the limit with --max-bytes\n");
  }
}
