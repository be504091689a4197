package dev.attache.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.CliRun;
import dev.attache.cli.CommandWorkspace;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables {@code [tools.NAME]}: what they may say, and what is wrong with them. */
class ConfiguredToolTest {

  @TempDir Path temporary;

  private final StringWriter said = new StringWriter();
  private CommandWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = CommandWorkspace.in(temporary);
  }

  private Path own() {
    return workspace.home().resolve("config/attache/config.toml").normalize();
  }

  private List<ConfiguredTool> read(String own, String ofWorkspace) throws Exception {
    workspace.workspace().file("../home/config/attache/config.toml", own);
    workspace.workspace().file(".attache/config.toml", ofWorkspace);
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintWriter(said, true),
            false,
            false,
            false,
            Map.of("XDG_CONFIG_HOME", workspace.home() + "/config"));
    var console = new Console(streams, false);
    ConfigFiles files = ConfigFiles.read(null, streams.environment(), workspace.directory());
    var all =
        new ArrayList<>(
            ConfiguredTool.readAll(
                Objects.requireNonNull(files.own()), workspace.directory(), false, console));
    all.addAll(
        ConfiguredTool.readAll(
            Objects.requireNonNull(files.ofWorkspace()), workspace.directory(), true, console));
    return all;
  }

  private ConfiguredTool one(String own) throws Exception {
    return read(own, "").get(0);
  }

  @Test
  void readsAllThatATableMaySay() throws Exception {
    ConfiguredTool tool =
        one(
            """
            [tools.deploy]
            command = ["deploy", "--to={tool.arguments.to}"]
            description = "Deploys."
            timeout = 120
            max-output = "1M"
            environment = ["DEPLOY_*"]
            permission = "deny"
            schema = {type = "object", required = ["to"]}
            options = {dry = true, factor = 1.5}
            [tools.deploy.questions.confirm]
            answer = true
            [tools.deploy.questions."to whom"]
            target = "assistant"
            """);
    assertThat(said.toString()).isEmpty();
    assertThat(tool.name()).isEqualTo("deploy");
    assertThat(tool.definition().description()).isEqualTo("Deploys.");
    assertThat(tool.definition().command()).containsExactly("deploy", "--to={tool.arguments.to}");
    assertThat(tool.definition().inputSchema())
        .containsExactly(Map.entry("type", "object"), Map.entry("required", List.of("to")));
    assertThat(tool.definition().options()).containsOnlyKeys("dry", "factor");
    assertThat(tool.definition().settings())
        .containsExactly(
            Map.entry("timeout", 120L),
            Map.entry("max-output", 1L << 20),
            Map.entry("environment", List.of("DEPLOY_*")));
    assertThat(tool.timeout()).hasSeconds(120);
    assertThat(tool.permission()).isEqualTo(ToolPermission.DENY);
    assertThat(tool.answers().values()).containsExactly(Map.entry("confirm", true));
    assertThat(tool.answers().questions().get("to whom"))
        .isEqualTo(new ConfiguredAnswers.Question(null, true));
    assertThat(tool.isOfWorkspace()).isFalse();
    assertThat(tool.file()).isEqualTo(own().toString());
  }

  @Test
  void leavesAloneWhatIsSetForAToolOfAServer() throws Exception {
    String table = "[tools.s__t]\npermission = 'allow'\n";
    assertThat(read(table, table)).isEmpty();
    assertThat(said)
        .hasToString(
            "attache: .attache/config.toml:1: [tools] s__t is not used; set it in your own"
                + " configuration\n");
    assertThat(read("[tools.s__t]\ncommand = ['date']\n", "")).hasSize(1);
  }

  @Test
  void doesWithACommandAlone() throws Exception {
    ConfiguredTool tool = one("[tools.x]\ncommand = ['date']\n");
    assertThat(tool.definition().inputSchema()).containsExactly(Map.entry("type", "object"));
    assertThat(tool.permission()).isEqualTo(ToolPermission.ASK);
    assertThat(tool.timeout()).hasSeconds(30);
  }

  @Test
  void readsASchemaBesideTheFile() throws Exception {
    workspace
        .workspace()
        .file("../home/config/attache/s/x.json", "{\"type\": \"object\", \"a\": 1}");
    assertThat(
            one("[tools.x]\ncommand = ['date']\nschema = 's/x.json'\n").definition().inputSchema())
        .containsExactly(Map.entry("type", "object"), Map.entry("a", 1));
  }

  @Test
  void keepsSchemasOfTheWorkspaceInTheWorkspace() throws Exception {
    String table = "[tools.x]\ncommand = ['date']\nschema = '";
    workspace.workspace().file("schemas/x.json", "{\"type\": \"object\", \"b\": 1}");
    assertThat(read("", table + "../schemas/x.json'\n").get(0).definition().inputSchema())
        .containsKey("b");
    Path secret = Files.writeString(temporary.resolve("secret.json"), "{\"token\": 1}");
    String problem =
        "attache: .attache/config.toml:3: [tools.x] schema (%s) must be a file inside the"
            + " workspace\n";
    assertThat(problem(table + secret + "'\n")).startsWith(problem.formatted(secret));
    Files.createSymbolicLink(workspace.directory().resolve("link.json"), secret);
    assertThat(problem(table + "../link.json'\n")).startsWith(problem.formatted("../link.json"));
    assertThat(problem(table + "..'\n")).startsWith(problem.formatted(".."));
  }

  private String problem(String ofWorkspace) {
    workspace.workspace().file(".attache/config.toml", ofWorkspace);
    CliRun run = workspace.run("tool", "ls");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    return run.err();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "schema = 'no.json' | schema (no.json) cannot be read: no such file or directory",
        "schema = 'bad.json' | schema (bad.json):1:2: unexpected character ('b' (code 98)): was"
            + " expecting double-quote to start field name",
        "schema = 'list.json' | schema (list.json) must be a JSON object, such as"
            + " {\"name\": \"value\"}",
        "schema = 7 | schema must be a JSON Schema as a table, or the name of a JSON file that has"
            + " one",
        "timeout = 0 | timeout must be a whole number from 1 to 86400",
        "environment = ['a b'] | environment must contain NAME, NAME_* or NAME=value only",
        "permission = 'always' | permission must be \"ask\", \"allow\" or \"deny\"",
        "description = '' | description must be a string that is not empty",
        "options = 'x' | options must be a table"
      })
  void namesTheLineOfWhatIsWrong(String setting, String message) {
    workspace.workspace().file(".attache/bad.json", "{bad");
    workspace.workspace().file(".attache/list.json", "[]");
    assertThat(problem("[tools.x]\ncommand = ['date']\n" + setting + "\n"))
        .startsWith("attache: .attache/config.toml:3: [tools.x] " + message + "\n");
  }

  @Test
  void namesWhatIsWrongWithCommandsNamesAndQuestions() {
    assertThat(problem("[tools.x]\ndescription = 'a'\n"))
        .startsWith(
            "attache: .attache/config.toml:1: [tools.x] command is missing: the program and its"
                + " arguments\n");
    assertThat(problem("[tools.x]\ncommand = ['a', '{tool.argument.b}']\n"))
        .startsWith(
            "attache: .attache/config.toml:2: [tools.x] command has {tool.argument.b}, which stands"
                + " for nothing; write {tool.arguments.NAME}");
    assertThat(problem("[tools.'a.b']\ncommand = ['a']\n"))
        .contains("the name of a table in [tools] must have 1 to 64 letters, digits, _ and -");
    assertThat(problem("tools = 1\n")).contains("tools must be a table");
    assertThat(problem("[tools.x]\ncommand=['a']\n[tools.x.questions.q]\ntarget = 'me'\n"))
        .startsWith(
            "attache: .attache/config.toml:4: [tools.x.questions.q] target must be \"user\" or"
                + " \"assistant\"\n");
  }

  @Test
  void notesWhatIsUnknown() throws Exception {
    one("[tools.x]\ncommand = ['a']\ntimout = 3\n[tools.x.questions.q]\nanser = 1\n");
    assertThat(said.toString())
        .isEqualTo(
            "attache: "
                + own()
                + ":5: unknown setting anser in [tools.x.questions.q]; did you mean answer?\n"
                + "attache: "
                + own()
                + ":3: unknown setting timout in [tools.x]; did you mean timeout?\n");
  }

  @Test
  void doesNotLetAWorkspaceAllowItsOwnTools() throws Exception {
    ConfiguredTool tool = read("", "[tools.x]\ncommand = ['a']\npermission = 'allow'\n").get(0);
    assertThat(tool.permission()).isEqualTo(ToolPermission.ASK);
    assertThat(tool.isOfWorkspace()).isTrue();
    assertThat(said.toString())
        .isEqualTo(
            "attache: .attache/config.toml:3: [tools.x] permission is taken as \"ask\"; only your"
                + " own file can allow a tool\n");
  }

  @Test
  void keepsToTheToolsOfTheUser() {
    workspace
        .workspace()
        .file("../home/config/attache/config.toml", "[tools.x]\ncommand=['echo', 'mine']\n");
    workspace.workspace().file(".attache/config.toml", "[tools.x]\ncommand=['echo', 'theirs']\n");
    CliRun run = workspace.run("tool", "call", "x");
    assertThat(run.out()).isEqualTo("mine\n");
    assertThat(run.err())
        .isEqualTo("attache: .attache/config.toml: the tool x is not used; yours is\n");
  }

  @Test
  void isNoBusinessOfOtherCommands() throws IOException {
    workspace.workspace().file("a.txt", "text\n");
    workspace.workspace().file(".attache/config.toml", "[tools.x]\nnonsense = 1\n");
    CliRun run = workspace.run("resolve", "a.txt");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }
}
