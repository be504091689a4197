package dev.attache.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.CliRun;
import dev.attache.cli.CommandWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Handlers without code: {@code [handlers.NAME]}. */
@Tag("process")
@Tag("slow")
class ConfiguredProgramTest {

  /** What becomes of a URI is in the URI, as a program for tests has it. */
  private static final String SCRIPT =
      """
      echo "$1" >> runs
      case "$1" in
        jira:two) printf '{"contents":[{"uri":"jira:two","text":"# Two"},{"uri":"jira:log","blob":"AAE="}]}' ;;
        jira:gone) echo "there is no $1" >&2; exit 66 ;;
        jira:hang) sleep 1000 ;;
        jira:flood) yes 'a line' | head -c 20000000 ;;
        jira:long) seq 1 1000 ;;
        *) echo "the text of $1" ;;
      esac
      """;

  @TempDir Path temporary;

  private CommandWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = CommandWorkspace.in(temporary);
    workspace.workspace().file("a.txt", "a");
    configure("timeout = 30\n");
  }

  /** Lets the user have the program, with further settings. */
  private void configure(String settings, String... declared) {
    workspace.withUser(
        "[handlers.jira]\ncommand = [\"sh\", \"-c\", '''"
            + SCRIPT
            + "''', \"sh\", \"{uri}\"]\n"
            + settings,
        declared.length == 0 ? new String[] {"a.txt"} : declared);
  }

  private String file() {
    return workspace.home() + "/config/attache/config.toml";
  }

  private List<String> runs() throws IOException {
    Path runs = workspace.directory().resolve("runs");
    return Files.exists(runs) ? Files.readAllLines(runs) : List.of();
  }

  private static void assertFailed(CliRun run, String message) {
    assertThat(run.errLines()).containsExactly("attache: " + message);
    assertThat(run.out()).matches("<not-attached>\njira:.*\n</not-attached>\n");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void attachesWhatTheProgramPrints() {
    CliRun run = workspace.run("resolve", "--json", "JIRA:A-1");
    assertThat(run.err()).isEmpty();
    JsonNode resource = run.json().get(0);
    assertThat(resource.get("uri").asText()).isEqualTo("jira:A-1");
    assertThat(resource.get("text").asText()).isEqualTo("the text of jira:A-1\n");
    assertThat(resource.get("source").asText()).isEqualTo("jira");
    assertThat(resource.get("mimeType").asText()).isEqualTo("text/plain");
  }

  @Test
  void attachesAllResourcesThatTheProgramNames() {
    CliRun run = workspace.run("resolve", "--json", "jira:two");
    assertThat(run.err()).isEmpty();
    assertThat(run.json())
        .extracting(each -> each.get("uri").asText())
        .containsExactly("jira:two", "jira:log");
    assertThat(run.json())
        .extracting(each -> each.get("kind").asText())
        .containsExactly("text", "blob");
  }

  /** Lets the program print a file. */
  private void print(String json, String settings) {
    workspace.workspace().file("A-1.json", json);
    workspace.withUser(
        "[handlers.jira]\ncommand = ['sh', '-c', 'cat \"${1#jira:}.json\"', 'sh', '{uri}']\n"
            + settings,
        "a.txt");
  }

  @Test
  void attachesAResultForPeopleAsWhatItIsForModels() {
    String result =
        "{\"kind\":\"git.status\",\"data\":{\"staged\":[\"a\"]},\"summary\":\"1 staged\"}";
    print(result, "");
    CliRun run = workspace.run("resolve", "jira:A-1");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            <resource uri="jira:A-1">
            1 staged

            {"staged":["a"]}
            </resource>
            """);
    JsonNode json = workspace.run("resolve", "--json", "jira:A-1").json().get(0);
    assertThat(json.at("/_meta/dev.attache~1view").toString()).isEqualTo(result);
    print(result, "output = 'text'\n");
    assertThat(workspace.run("resolve", "jira:A-1").out()).contains("\n" + result + "\n");
  }

  @Test
  void attachesJsonOfAnotherKindAsItIs() {
    String manifest = "{\"kind\":\"ConfigMap\",\"data\":{\"a\":\"b\"}}";
    print(manifest, "");
    assertThat(workspace.run("resolve", "jira:A-1").out())
        .isEqualTo(
            "<resource uri=\"jira:A-1\" mimeType=\"application/json\">\n"
                + manifest
                + "\n</resource>\n");
    print(manifest, "output = 'json'\n");
    assertFailed(
        workspace.run("resolve", "jira:A-1"),
        "jira:A-1: printed JSON in which /kind must be lower-case words joined by _ and ., such as"
            + " git.status, of at most 100 characters");
  }

  @Test
  void reportsFailuresBesideWhatIsGood() {
    CliRun run = workspace.run("resolve", "--json", "jira:gone", "jira:A-1");
    assertThat(run.errLines())
        .containsExactly(
            "attache: jira:gone: ended with exit code 66 (not found); the end of"
                + " stderr: \"there is no jira:gone\\n\"");
    assertThat(run.snapshots()).hasSize(1);
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void endsAProgramThatHangs() {
    String message =
        "jira:hang: ran longer than 2 s and was killed; it had printed nothing; raise it with"
            + " --timeout";
    assertFailed(workspace.run("resolve", "--timeout=2", "jira:hang"), message);
    configure("timeout = 2\n");
    assertFailed(workspace.run("resolve", "jira:hang"), message);
  }

  @Test
  void cutsAFlood() {
    CliRun run = workspace.run("resolve", "--json", "--max-bytes=4096", "jira:flood");
    assertThat(run.json().get(0).get("size").asInt()).isLessThanOrEqualTo(4096);
    assertThat(run.json().get(0).get("notes").get(0).asText())
        .startsWith("stdout: 19,99")
        .endsWith(" bytes cut out of the middle");
    configure("max-output = 100\noutput = 'json'\n");
    assertFailed(
        workspace.run("resolve", "jira:flood"),
        "jira:flood: printed 20,000,000 bytes, but only 97 bytes are kept (max-output), and JSON"
            + " cannot be shortened; raise it with --max-bytes");
  }

  @Test
  void runsNothingForAWorkspaceThatIsNotTrusted() throws IOException {
    workspace.declaring("jira:A-1");
    configure("", "a.txt");
    CliRun run = workspace.run("resolve", "--json", "--declared");
    assertThat(run.errLines())
        .containsExactly(
            "attache: jira:A-1: is declared by the workspace and is not trusted; to allow it:"
                + " attache trust add jira:A-1 --workspace "
                + workspace.directory());
    assertThat(runs()).isEmpty();

    CliRun trust = workspace.run("trust", "add", "jira:A-1");
    assertThat(trust.err()).isEmpty();
    assertThat(trust.out()).startsWith("trusted: sh -c ").contains(" in " + workspace.directory());
    assertThat(runs()).isEmpty();
    assertThat(workspace.run("resolve", "--json", "--declared").err()).isEmpty();
    assertThat(runs()).containsExactly("jira:A-1");

    assertThat(workspace.run("trust", "rm", "jira:A-1").out()).startsWith("forgotten: sh -c ");
    assertThat(workspace.run("resolve", "--declared").exitCode()).isEqualTo(1);
    assertThat(runs()).containsExactly("jira:A-1");
  }

  @Test
  void givesTrustToOneUriOnly() throws IOException {
    workspace.declaring("jira:A-2");
    workspace.run("trust", "add", "jira:A-1");
    assertThat(workspace.run("resolve", "--declared").err())
        .contains("jira:A-2: is declared by the workspace and is not trusted;");
    assertThat(runs()).isEmpty();
  }

  @Test
  void asksOnATerminalWhatTheWorkspaceDeclares() throws IOException {
    workspace.declaring("jira:A-1", "unknown:x");
    CliRun run = workspace.answering("y\n").run("trust", "add", "--declared");
    assertThat(run.err()).contains(".attache/config.toml declares the command: sh -c ");
    assertThat(run.out()).startsWith("trusted: sh -c ");
    assertThat(run.exitCode()).isZero();
    assertThat(runs()).isEmpty();
  }

  @Test
  void needsNoTrustForWhatStartsNoProgram() {
    configure("", "a.txt");
    CliRun run = workspace.run("trust", "add", "https://example.org/");
    assertThat(run.errLines())
        .containsExactly(
            "attache: https://example.org/: is not a command ('cmd:make test'), tool (tool:lint), server (mcp+docs+)"
                + " or jar (git.jar)");
  }

  @Test
  void showsInAPlanWhatItWouldRunAndRunsNothing() throws IOException {
    CliRun run = workspace.run("plan", "--json", "jira:A-1");
    JsonNode command = run.json().get(0).get("command");
    assertThat(command.get("program").asText()).isEqualTo("sh");
    assertThat(command.get("arguments").get(3).asText()).isEqualTo("jira:A-1");
    assertThat(command.get("decision").asText()).isEqualTo("run");
    assertThat(runs()).isEmpty();
  }

  @Test
  void isRefreshedAndSentOnceInAConversation() throws IOException {
    CliRun first = workspace.run("query", "--print", "--new", "--attach", "jira:long", "one");
    assertThat(first.out()).contains("\n777\n");
    CliRun again = workspace.run("query", "--print", "--attach", "jira:long", "two");
    assertThat(again.out()).contains("jira:long").doesNotContain("\n777\n");
    CliRun refresh = workspace.run("refresh", "jira:long");
    assertThat(refresh.exitCode()).isZero();
    assertThat(refresh.out()).doesNotContain("\n777\n");
    assertThat(runs()).containsExactly("jira:long", "jira:long", "jira:long");
  }

  @Test
  void isNeverRunToSeeWhetherItHasChanged() throws IOException {
    workspace.run("query", "--print", "--new", "--attach", "jira:A-1", "one");
    workspace.workspace().file(".attache/config.toml", "[conversation]\nrefresh = 'notify'\n");
    CliRun next = workspace.run("query", "--print", "two");
    assertThat(next.exitCode()).isZero();
    assertThat(runs()).containsExactly("jira:A-1");
  }

  @Test
  void isListedWithItsCommandLineAndItsFile() {
    workspace.withUser(
        """
        [handlers.tickets]
        command = ['fetch', '--token=abc', '--for', '{uri}']
        schemes = ['jira', 'bug']
        """,
        "a.txt");
    List<JsonNode> all =
        workspace.run("handlers", "ls", "--json").json().stream()
            .filter(each -> each.get("origin").asText().equals("configuration"))
            .toList();
    assertThat(all).extracting(each -> each.get("scheme").asText()).containsExactly("bug", "jira");
    assertThat(all.get(0).get("handler").asText()).isEqualTo("fetch --token=REDACTED --for {uri}");
    assertThat(all.get(0).get("jar").asText()).isEqualTo(file());
  }

  @Test
  void isAProblemIfItsProgramIsNotThere() {
    workspace.withUser("[handlers.jira]\ncommand = ['no-such-fetch', '{uri}']\n", "a.txt");
    CliRun doctor = workspace.run("handlers", "doctor");
    assertThat(doctor.outLines().get(0))
        .startsWith(
            "handler no-such-fetch {uri} of "
                + file()
                + " cannot be used: program \"no-such-fetch\" is not in the PATH");
    assertThat(doctor.outLines().get(1))
        .isEqualTo("fix: install it, or name it by its absolute path in the configuration");
    assertThat(doctor.exitCode()).isEqualTo(1);
    assertThat(workspace.run("resolve", "a.txt").err()).isEmpty();
  }

  @Test
  void isAProblemIfItsSchemeIsTaken() {
    workspace.withUser(
        """
        [handlers.a]
        command = ['x', '{uri}']
        schemes = ['cmd']
        timeout = 1
        [handlers.b]
        command = ['echo', '{uri}']
        schemes = ['bee']
        """,
        "a.txt");
    CliRun run = workspace.run("resolve", "cmd:echo hi", "bee:x");
    assertThat(run.errLines())
        .singleElement()
        .asString()
        .startsWith(
            "attache: handler x {uri} of "
                + file()
                + " cannot be used: its scheme \"cmd\" belongs to"
                + " dev.attache.handlers.cmd.CommandHandler of ");
    assertThat(run.out()).contains("hi\n").contains("bee:x\n");
  }

  @Test
  void changesNothingForTheOneThatHasItsScheme() {
    workspace.withUser(
        """
        [handlers.bee]
        command = ['sh', '-c', 'echo "$1 has <$LEAK>"', 'sh', '{uri}']
        [handlers.late]
        command = ['x', '{uri}']
        schemes = ['bee']
        environment = ['LEAK=1']
        """,
        "a.txt");
    CliRun run = workspace.run("resolve", "bee:x");
    assertThat(run.err())
        .startsWith("attache: handler x {uri} of " + file() + " cannot be used: its scheme \"bee\"")
        .endsWith(" of " + file() + "; run attache handlers doctor\n");
    assertThat(run.out()).contains("bee:x has <>\n");
  }

  @Test
  void isPassedOverInTheConfigurationOfAWorkspace() throws IOException {
    workspace.withUser("", "a.txt");
    workspace
        .workspace()
        .file(".attache/config.toml", "[handlers.evil]\ncommand = ['touch', '{uri}']\n");
    CliRun run = workspace.run("resolve", "evil:x");
    assertThat(run.err())
        .contains(
            "attache: .attache/config.toml: [handlers] is not used; put it into your own file: "
                + file());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(workspace.directory().resolve("evil:x")).doesNotExist();
  }

  @Test
  void notesWhatItDoesNotKnow() {
    configure("timeuot = 3\n");
    assertThat(workspace.run("resolve", "a.txt").err())
        .contains("unknown setting timeuot in [handlers.jira]; did you mean timeout?");
  }

  @Test
  void isSaidToBeMissingWhereATableHasNeitherACommandNorAHandler() {
    workspace.withUser("[handlers.jira]\ntimeout = 3\n", "a.txt");
    CliRun run = workspace.run("resolve", "a.txt");
    assertThat(run.err())
        .isEqualTo(
            "attache: "
                + file()
                + ":3: unknown handler of the scheme jira, nor a command in [handlers.jira] to"
                + " be one\n");
    assertThat(run.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[handlers.jira]\\n"
            + "command = [] | [handlers.jira] command must begin with a program, as in [\"fetch\","
            + " \"{uri}\"]",
        "[handlers.jira]\\n"
            + "command = 'fetch {uri}' | [handlers.jira] command must be a list of strings, such as"
            + " [\"a\", \"b\"]",
        "[handlers.jira]\\n"
            + "command = ['fetch'] | [handlers.jira] command must say where the URI goes: write"
            + " {uri} in one of the arguments, as in [\"fetch\", \"{uri}\"]",
        "[handlers.jira]\\n"
            + "command = ['x', '{uri}']\\n"
            + "output = 'yaml' | [handlers.jira] output must be \"auto\", \"text\" or \"json\"",
        "[handlers.jira]\\n"
            + "command = ['x', '{uri}']\\n"
            + "schemes = ['Jira'] | [handlers.jira] schemes (Jira) must be lower case letters,"
            + " digits, +, . and -, at least two of them, the first a letter",
        "[handlers.jira]\\n"
            + "command = ['x', '{uri}']\\n"
            + "parallel = 0 | [handlers.jira] parallel must be a whole number from 1 to 1024",
        "[handlers.jira]\\n"
            + "command = ['x', '{uri}']\\n"
            + "mime-type = 1 | [handlers.jira] mime-type must be a string that is not empty",
        "[handlers.jira]\\n"
            + "command = ['x', '{uri}']\\n"
            + "timeout = 'long' | [handlers.jira] timeout must be a whole number from 1 to 86400",
        "[handlers.my_jira]\\n"
            + "command = ['x', '{uri}'] | the name of a table in [handlers] is its scheme, and must"
            + " be lower case letters, digits, +, . and -, at least two of them, the first"
            + " a letter",
        "[handlers]\\njira = 3 | [handlers] jira must be a table",
      })
  void refusesWhatBreaksARule(String settings, String message) {
    workspace.withUser(settings.replace("\\n", "\n") + "\n", "a.txt");
    CliRun run = workspace.run("resolve", "a.txt");
    assertThat(run.err()).startsWith("attache: " + file() + ":").contains(": " + message + "\n");
    assertThat(run.exitCode()).isEqualTo(2);
  }
}
