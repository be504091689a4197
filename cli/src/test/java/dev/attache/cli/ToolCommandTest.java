package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools on the command line: programs that ask, answer and fail. */
@Tag("process")
class ToolCommandTest {

  @TempDir Path temporary;

  private CommandWorkspace workspace;

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = CommandWorkspace.in(temporary);
    ToolPrograms programs = ToolPrograms.in(temporary);
    settings(
        programs.tool("q", ToolPrograms.CONFIRM)
            + "description = 'Applies changes.'\n"
            + "[tools.echo]\ncommand = ['printf', '[%s]', '{tool.arguments.x}',"
            + " '{tool.arguments.n}', '{tool.options.o}', '{tool.name}']\n"
            + "[tools.echo.options]\no = 'set'\n"
            + "[tools.echo.schema]\ntype = 'object'\nrequired = ['x']\n"
            + programs.tool("branch", ToolPrograms.BRANCH)
            + "[tools.status]\ncommand = ['echo', '"
            + "{\"kind\":\"git.status\",\"data\":{\"staged\":[\"a\"]},\"summary\":\"1 staged\","
            + "\"display\":{\"preferredView\":\"tree\"}}']\n"
            + "[tools.fails]\ncommand = ['sh', '-c', 'echo out; echo err >&2; exit 3']\n");
  }

  private void settings(String toml) {
    workspace.workspace().file("../home/config/attache/config.toml", toml);
  }

  @Test
  void listsWhatIsConfigured() {
    CliRun run = workspace.run("tool", "ls");
    assertThat(run.out())
        .isEqualTo(
            """
            q       local  Applies changes.
            echo    local
            branch  local
            status  local
            fails   local
            """);
    assertThat(run.exitCode()).isZero();
    assertThat(workspace.run("tool", "ls", "--json").json().get(1).path("inputSchema").toString())
        .isEqualTo("{\"type\":\"object\",\"required\":[\"x\"]}");
  }

  @Test
  void showsWhatAToolTakesAndStarts() {
    assertThat(workspace.run("tool", "show", "echo").out().lines())
        .contains(
            "name: echo",
            "command: printf '[%s]' {tool.arguments.x} {tool.arguments.n} {tool.options.o}"
                + " {tool.name}",
            "arguments: {\"type\":\"object\",\"required\":[\"x\"]}");
  }

  @Test
  void saysWhichToolsThereAre() {
    CliRun run = workspace.run("tool", "call", "ech");
    assertThat(run.errLines().get(0)).isEqualTo("attache: no tool ech; did you mean echo?");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void takesTheDefaultsOfAToolIfTheyAreAccepted() {
    assertThat(workspace.run("tool", "call", "q", "{}", "--accept-defaults").out())
        .isEqualTo("done: true\n");
  }

  @Test
  void asksWhoeverIsAtTheTerminal() {
    CliRun run = workspace.answering("what\nn\n").run("tool", "call", "q", "{}", "--no-progress");
    assertThat(run.err())
        .isEqualTo(
            "two files change\none is new\nApply? [Y/n] answer y or n; Y or N answers for the rest"
                + " of this call, too\nApply? [Y/n] ");
    assertThat(run.out()).isEqualTo("done: false\n");
    assertThat(workspace.answering("\n").run("tool", "call", "q").out()).isEqualTo("done: true\n");
  }

  @Test
  void showsPeopleWhatIsForThem() {
    assertThat(workspace.run("tool", "call", "status").out())
        .isEqualTo("1 staged\n\n{\"staged\":[\"a\"]}\n");
    CliRun shown = workspace.run("tool", "call", "status", "--show");
    assertThat(shown.out()).isEqualTo("1 staged\n└─ staged\n   └─ a\n");
    assertThat(shown.err()).isEmpty();
    String json =
        "{\"kind\":\"git.status\",\"data\":{\"staged\":[\"a\"]},\"summary\":\"1 staged\","
            + "\"display\":{\"preferredView\":\"tree\"}}";
    assertThat(workspace.run("tool", "call", "status", "--show", "--json").out())
        .isEqualTo(json + "\n");
    assertThat(workspace.run("tool", "call", "status", "--show", "--raw").out())
        .startsWith("{\n  \"kind\": \"git.status\",\n");
    assertThat(workspace.run("tool", "call", "echo", "{\"x\":\"y\"}", "--show").out())
        .startsWith("[y]");
  }

  @Test
  void endsTheCallWhenTheAnswersEnd() {
    CliRun run = workspace.answering("").run("tool", "call", "q", "{}", "--no-progress");
    assertThat(run.errLines())
        .endsWith(
            "attache: q failed:",
            "attache: the call was cancelled: the question confirm was not answered");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void choosesByNumberOrByValue() {
    CliRun run = workspace.answering("9\n2\n").run("tool", "call", "branch", "{}", "--no-progress");
    assertThat(run.err())
        .isEqualTo(
            "  1. main (default)\n  2. develop\n  3. staging\nWhere to? answer with a number from 1"
                + " to 3, or one of the values\nWhere to? ");
    assertThat(run.out()).isEqualTo("merged\n");
    assertThat(workspace.answering("staging\n").run("tool", "call", "branch").out())
        .isEqualTo("merged\n");
  }

  @Test
  void saysThatATextAsAnAnswerHasQuotationMarks() {
    assertThat(workspace.run("tool", "call", "branch", "--answer", "target_branch=nope").err())
        .isEqualTo(
            "attache: --answer target_branch (nope) must be JSON; a text has quotation marks:"
                + " --answer 'target_branch=\"text\"'\nattache: see attache help tool call\n");
  }

  @Test
  void takesAnswersFromTheConfigurationAndFromAFile() throws IOException {
    Path answers = Files.writeString(temporary.resolve("answers.json"), "{\"confirm\": false}");
    assertThat(workspace.run("tool", "call", "q", "--answers", answers.toString()).out())
        .isEqualTo("done: false\n");
    settings(
        "[tools.q]\ncommand = ['"
            + temporary.resolve("bin/q.sh")
            + "']\n[tools.q.questions.confirm]\nanswer = true\n");
    assertThat(workspace.run("tool", "call", "q").out()).isEqualTo("done: true\n");
  }

  @Test
  void keepsWhatItIsCalledWithInOneArgument() {
    CliRun run =
        workspace.run(
            "tool", "call", "echo", "{\"x\": \"a b; $(id) {tool.name}\", \"n\": [1, null]}");
    assertThat(run.out()).isEqualTo("[a b; $(id) {tool.name}][[1,null]][set][echo]\n");
  }

  @Test
  void callsNothingWithWrongArguments() {
    CliRun run = workspace.run("tool", "call", "echo", "{}");
    assertThat(run.errLines())
        .containsExactly(
            "attache: echo failed:", "attache: the arguments of echo do not fit: /x is missing");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void saysWhatAProgramThatFailedPrinted() {
    CliRun run = workspace.run("tool", "call", "fails");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .contains(
            "attache: fails failed:", "attache: exit code: 3", "attache: out", "attache: err");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void recordsCallsWhereThereIsAConversation() {
    workspace.run("query", "--print", "--new", "--id", "one", "do it");
    CliRun run = workspace.run("tool", "call", "q", "--answer", "confirm=true");
    assertThat(run.err()).isEqualTo("attache: conversation one, turn 1, call call_1\n");
    assertThat(run.out()).isEqualTo("done: true\n");
    assertThat(workspace.run("conversation", "show", "one").out())
        .contains(
            "  call        q (call_1)\n",
            "  question    confirm (call_1)  Apply?\n",
            "  answer      confirm (option)  true\n",
            "  result      q (call_1)\n");
    assertThat(workspace.run("conversation", "print", "one").out())
        .contains("<tool-result turn=\"0\" id=\"call_1\" name=\"q\">\ndone: true\n");
    assertThat(workspace.run("tool", "call", "q", "--no-record", "--answer", "confirm=true").err())
        .isEmpty();
  }

  @Test
  void runsAToolOfTheWorkspaceOnlyWhenItIsTrusted() {
    workspace
        .workspace()
        .file(".attache/config.toml", "[tools.theirs]\ncommand = ['echo', 'hello']\n");
    CliRun denied = workspace.run("tool", "call", "theirs");
    assertThat(denied.out()).isEmpty();
    assertThat(denied.errLines().get(0)).isEqualTo("attache: theirs failed:");
    assertThat(denied.errLines().get(1)).contains("theirs", "trust");
    CliRun asked = workspace.answering("y\n").run("tool", "call", "theirs", "--no-progress");
    assertThat(asked.err()).contains("defines the tool theirs: echo hello", "Trust it? [y/N]");
    assertThat(asked.out()).isEqualTo("hello\n");
    assertThat(workspace.workspace().unseen().run("tool", "call", "theirs").out())
        .isEqualTo("hello\n");
  }

  @Test
  void isTrustedByItsNameUntilItsCommandChanges() {
    workspace
        .workspace()
        .file(".attache/config.toml", "[tools.theirs]\ncommand = ['echo', 'hello']\n");
    assertThat(workspace.run("trust", "add", "tool:theirs").out())
        .startsWith("trusted: theirs: echo hello");
    assertThat(workspace.run("tool", "call", "theirs").out()).isEqualTo("hello\n");
    workspace
        .workspace()
        .file(".attache/config.toml", "[tools.theirs]\ncommand = ['echo', 'other']\n");
    assertThat(workspace.run("tool", "call", "theirs").exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("trust", "add", "tool:none").err())
        .isEqualTo("attache: tool:none: unknown tool; `attache tool ls` lists them\n");
    assertThat(workspace.run("trust", "add", "--declared", "--yes").out())
        .startsWith("trusted: theirs: echo other");
  }

  @Test
  void namesWhatIsWrongWithADefinition() {
    settings("[tools.'a b']\ncommand = ['x']\n");
    assertThat(workspace.run("tool", "ls").err())
        .contains("the name of a table in [tools] must have 1 to 64 letters, digits, _ and -");
    settings("[tools.a]\ndescription = 'x'\n");
    assertThat(workspace.run("tool", "ls").err())
        .contains("[tools.a] command is missing: the program and its arguments");
    settings("[tools.a]\ncommand = ['sh', '-c', 'echo {tool.arguments.x}']\n");
    assertThat(workspace.run("tool", "ls").err())
        .contains(
            "[tools.a] command must not have {tool.arguments.name} in a script, where it would be"
                + " taken as code");
  }
}
