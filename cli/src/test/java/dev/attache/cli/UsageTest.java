package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.test.Golden;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Help, and what is said about command lines that are wrong. */
class UsageTest {

  @TempDir Path temporary;

  private CliRun run(String line) {
    String[] words = line.isEmpty() ? new String[0] : line.split(" ");
    return TestWorkspace.in(temporary).file("a.txt", "a").run(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          resolv          | unknown command "resolv"; did you mean resolve?           | ``
          paln            | unknown command "paln"; did you mean plan?                | ``
          nosuch --json   | unknown command "nosuch"; commands: resolve, plan, canonicalize, query, chat, tool-result, refresh, attachment, conversation, serve, mcp, tool, models, handlers, trust, store, completion, help | ``
          --wat           | unknown option --wat                                      | ``
          handlers        | attache handlers needs one of: ls, doctor, trust, new         | ` handlers`
          trust           | attache trust needs one of: ls, add, rm                       | ` trust`
          trust add       | missing argument: REF (or --declared)           | ` trust add`
          handlers trust  | missing argument: FILE                              | ` handlers trust`
          resolve --from-format nul | --from-format needs --from                        | ` resolve`
          resolve --output= | --output () must not be empty                             | ` resolve`
          resolve \ufffd | argument 4 (\ufffd) is not UTF-8; give such names with --from | ``
          mcp call a b {}{} | arguments:1:3: more than one value                        | ` mcp call`
          serve --http [::zz]:1 | --http ([::zz]:1) is not an address of this machine   | ` serve`
          handlers new x  | missing option: --scheme SCHEME                               | ` handlers new`
          handlers lss    | unknown command "handlers lss"; did you mean ls?          | ` handlers`
          handlers ls x   | attache handlers ls takes no arguments: x            | ` handlers ls`
          handlers ls -x  | unknown option -x                                         | ` handlers ls`
          help nope       | unknown command "nope"; commands: resolve, plan, canonicalize, query, chat, tool-result, refresh, attachment, conversation, serve, mcp, tool, models, handlers, trust, store, completion, help | ``
          help resolve x  | unknown command "resolve x"                               | ` resolve`
          resolve --formt=json | unknown option --formt; did you mean --format?       | ` resolve`
          resolve --form json  | unknown option --form; did you mean --format?        | ` resolve`
          resolve --strcit | unknown option --strcit; did you mean --strict?          | ` resolve`
          resolve -x.txt  | unknown option -x.txt                                         | ` resolve`
          resolve --format | --format needs a value: FORMAT                               | ` resolve`
          resolve -o      | --output needs a value: FILE                                  | ` resolve`
          resolve --format yaml | --format (yaml) must be prompt, markdown, json or table           | ` resolve`
          resolve --jobs 0 | --jobs (0) must be a whole number from 1 to 1024             | ` resolve`
          resolve -j 1025 | --jobs (1025) must be a whole number from 1 to 1024           | ` resolve`
          resolve - --type nonsense | --type (nonsense) must be a MIME type, such as text/markdown | ` resolve`
          resolve ! | REF (!) has nothing to exclude; write it after the !, as in !target | ` resolve`
          query --new --attach ! x | REF (!) has nothing to exclude; write it after the !, as in !target | ` query`
          attachment add ! | REF (!) has nothing to exclude; write it after the !, as in !target | ` attachment add`
          serve --attach ! | REF (!) has nothing to exclude; write it after the !, as in !target | ` serve`
          resolve --no-content | --no-content needs --format json | ` resolve`
          plan --jobs many | --jobs (many) must be a whole number from 1 to 1024          | ` plan`
          plan --timeout 0 | --timeout (0) must be a time from 1s to 24h, such as 30, 90s or 5m | ` plan`
          plan --max-bytes 1.5M | --max-bytes (1.5M) must be a number of bytes, such as 4096, 512K or 10M | ` plan`
          plan --max-total-bytes 8388608T | --max-total-bytes (8388608T) must be less than 8 EiB      | ` plan`
          plan --workspace a.txt/x | --workspace (a.txt/x) must be an existing directory | ` plan`
          plan --root /no/such | --root (/no/such) must be an existing directory        | ` plan`
          attachment      | attache attachment needs one of: add, rm, ls, print           | ` attachment`
          conversation    | attache conversation needs one of: ls, show, print, record-answer, fork, undo, compact, quarantine, rm, archive, repair, set | ` conversation`
          conversation show a b | attache conversation show takes no arguments: b | ` conversation show`
          store           | attache store needs one of: gc, verify, du                    | ` store`
          store gc x      | attache store gc takes no arguments: x               | ` store gc`
          query --schem x | unknown option --schem; did you mean --schema?            | ` query`
          completion      | missing argument: SHELL (bash, zsh or fish)                             | ` completion`
          mcp             | attache mcp needs one of: ls, read, call                      | ` mcp`
          mcp ls a b      | too many arguments: give one SERVER or --url                    | ` mcp ls`
          mcp read a      | missing argument: SERVER (or --url) and URI                      | ` mcp read`
          mcp call a      | missing argument: SERVER (or --url), TOOL and JSON | ` mcp call`
          mcp call a b 1  | arguments must be a JSON object, such as {"name": "value"}    | ` mcp call`
          mcp call a b {"a":1,"a":2} | arguments:1:11: duplicate field 'a'                | ` mcp call`
          mcp call a b {} --meta [] | --meta must be a JSON object, such as {"name": "value"} | ` mcp call`
          mcp ls a        | SERVER (a): no MCP server is configured: define one in .mcp.json, in .vscode/mcp.json or as [mcp.servers.NAME] in the configuration, or name a file that does with --mcp-config FILE | ` mcp ls`
          mcp ls --header a:b | --header needs --url                 | ` mcp ls`
          mcp ls --url https://x/ --header a | --header must be 'Name: value' of printable ASCII characters | ` mcp ls`
          mcp ls --url ftp://x/ | --url (ftp://x/) must begin with http:// or https://, and have a host | ` mcp ls`
          mcp ls --url http://u:p@x/ | --url (http://REDACTED@x/) must not contain a user name or password; send them in a --header | ` mcp ls`
          mcp call a b {"m":1 | arguments:1:7: it ends too soon | ` mcp call`
          mcp call a b {"m":[1} | arguments:1:8: unexpected close marker '}': expected ']' | ` mcp call`
          resolve --var x | --var (x) must be NAME=VALUE                                  | ` resolve`
          serve src       | attache serve takes no arguments: src                | ` serve`
          serve --attach - | --attach (-) cannot be served: standard input belongs to the client; put it into a file | ` serve`
          serve --conversation ../x | --conversation (../x) must be 1 to 100 of A-Z, a-z, 0-9, '-', '_', '.', '@' and '+', the first a letter or a digit, the last no dot | ` serve`
          serve --poll 0  | --poll (0) must be a whole number from 1 to 86400             | ` serve`
          serve --token-file a.txt | --token-file needs --http | ` serve`
          serve --accept-host x | --accept-host needs --http | ` serve`
          serve --accept-origin https://x | --accept-origin needs --http | ` serve`
          serve --http x  | --http (x) must be PORT or HOST:PORT, such as 127.0.0.1:8808, with a port from 0 to 65535 | ` serve`
          serve --http 65536 | --http (65536) must be PORT or HOST:PORT, such as 127.0.0.1:8808, with a port from 0 to 65535 | ` serve`
          serve --http 0.0.0.0:0 | --http (0.0.0.0:0) can be reached from other machines and needs a token; add --token-file FILE or set ATTACHE_TOKEN | ` serve`
          serve --http 0 --token-file no | --token-file (no) cannot be read: no such file or directory | ` serve`
          serve --http 0 --token-file /dev/null | --token-file (/dev/null) must contain a token and nothing else: 1 to 4096 printable ASCII characters without blanks | ` serve`
          serve --http 0 --accept-host x/y | --accept-host (x/y) must be a host name, optionally with a port | ` serve`
          serve --http 0 --accept-origin https://x/y | --accept-origin (https://x/y) must be an origin, such as https://example.org:8443 | ` serve`
          serve --allow-attach-from cmd: | --allow-attach-from (cmd:) cannot be opened to the model; attach it yourself with --attach | ` serve`
          serve --allow-attach-from mcp+x: | --allow-attach-from (mcp+x:) cannot be opened to the model; attach it yourself with --attach | ` serve`
          serve --allow-attach-from https: | --allow-attach-from (https:) must name the hosts, such as docs.example.org | ` serve`
          serve --allow-attach-from file: | --allow-attach-from (file:) is already covered: --allow-attach allows files in the workspace | ` serve`
          serve --allow-attach-from zip: | --allow-attach-from (zip:) has no handler; `attache handlers ls` lists the schemes | ` serve`
          serve --allow-attach-from 10.0.0.0/8 | --allow-attach-from (10.0.0.0/8) must be the name of a host, not a network | ` serve`
          completion ksh  | SHELL (ksh) must be bash, zsh or fish                         | ` completion`
          """)
  void saysWhatIsWrongAndHowToGetHelp(String line, String message, String help) {
    CliRun run = run(line);
    assertThat(run.errLines())
        .containsExactly("attache: " + message, "attache: see attache help" + help);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void refusesPathsThatThePlatformHasNot() {
    for (String option : new String[] {"--workspace", "--root", "--output", "--from"}) {
      CliRun run = TestWorkspace.in(temporary).run("resolve", option, "a\0b");
      assertThat(run.errLines()).hasSize(2);
      assertThat(run.errLines().get(0)).startsWith("attache: " + option + " (a\\u0000b) ");
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }
  }

  static List<String> printsHelp() {
    return Stream.concat(
            Stream.of("help", "help options"),
            commands(whole()).stream()
                .map(each -> "help" + each.getCommandSpec().qualifiedName().substring(7)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource
  void printsHelp(String line) {
    CliRun run = run(line);
    Golden.assertMatches(line.replace(' ', '-') + ".txt", run.out());
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.outLines()).allSatisfy(row -> assertThat(row.length()).isLessThan(81));
  }

  @Test
  void fitsTheOverviewOnAScreen() {
    assertThat(run("help").outLines()).hasSizeLessThanOrEqualTo(40);
  }

  @Test
  void givesTwoExamplesOfEachCommandWhichCanBeParsed() throws ParseException {
    CommandLine whole = whole();
    for (CommandLine command : commands(whole)) {
      CommandSpec spec = command.getCommandSpec();
      List<String> lines = run("help" + spec.qualifiedName().substring(7)).outLines();
      List<String> examples =
          lines.subList(lines.indexOf("Examples:") + 1, lines.size()).stream()
              .map(String::strip)
              .toList();
      assertThat(examples).as(spec.qualifiedName()).hasSize(2);
      for (String example : examples) {
        List<String> words = words(example);
        assertThat(words).startsWith(spec.qualifiedName().split(" "));
        whole.parseArgs(words.subList(1, words.size()).toArray(String[]::new));
      }
    }
  }

  private static CommandLine whole() {
    var err = new PrintWriter(OutputStream.nullOutputStream(), false, UTF_8);
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            err,
            false,
            false,
            false,
            Map.of());
    return new CommandLines(streams).whole();
  }

  /** All commands below one, and what is below these. */
  private static List<CommandLine> commands(CommandLine above) {
    return above.getSubcommands().values().stream()
        .flatMap(each -> Stream.concat(Stream.of(each), commands(each).stream()))
        .toList();
  }

  /** The words of the part of an example that runs the command, without what a shell takes away. */
  private static List<String> words(String example) throws ParseException {
    String line =
        example.substring(example.lastIndexOf("attache ")).replaceAll(" [<>|)].*|\\)$", "");
    return ShellWords.split(line).words();
  }

  @Test
  void printsTheSameHelpForTheOptionAndTheCommand() {
    assertThat(run("resolve --help").out()).isEqualTo(run("help resolve").out());
    assertThat(run("resolve -h a.txt nothing").out()).isEqualTo(run("help resolve").out());
    assertThat(run("--help").out()).isEqualTo(run("help").out());
    assertThat(run("handlers -h").out()).isEqualTo(run("help handlers").out());
  }

  @Test
  void printsItsUsageAsAnErrorIfNoCommandIsNamed() {
    CliRun run = run("");
    assertThat(run.err()).isEqualTo(run("help").out());
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V", "--json --version"})
  void printsTheVersion(String line) {
    CliRun run = run(line);
    assertThat(run.out())
        .isEqualTo("attache (not packaged) (Java " + System.getProperty("java.version") + ")\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void takesTheLastOfAnOptionThatIsGivenTwice() {
    CliRun run = run("--jobs 0 resolve --format yaml -f table --jobs 1 -f json a.txt -qq --strict");
    assertThat(run.err()).isEmpty();
    assertThat(run.json()).hasSize(1);
  }

  @Test
  void takesGlobalOptionsBeforeAndAfterTheCommand() {
    for (String line :
        new String[] {"--json plan a.txt", "plan --json a.txt", "plan a.txt --json"}) {
      assertThat(run(line).json()).hasSize(1);
    }
  }

  @Test
  void coloursHelpOnATerminalOnly() {
    TestWorkspace workspace = TestWorkspace.in(temporary);
    assertThat(workspace.run("help").out()).doesNotContain("\u001b");
    workspace.onTerminal();
    assertThat(workspace.run("help").out()).contains("\u001b[1m");
    workspace.environment(Map.of("TERM", "xterm", "NO_COLOR", "1"));
    assertThat(workspace.run("help").out()).doesNotContain("\u001b");
    workspace.environment(Map.of("TERM", "dumb"));
    assertThat(workspace.run("help").out()).doesNotContain("\u001b");
  }

  @Test
  void neitherExpandsNorInterpolatesWhatUsersWrite() {
    TestWorkspace workspace =
        TestWorkspace.in(temporary)
            .file("@list", "literal")
            .file("${user.name}", "literal")
            .file("-x", "literal");
    CliRun run = workspace.run("resolve", "--json", "@list", "${user.name}", "--", "-x");
    assertThat(run.json())
        .extracting(o -> o.get("name").asText())
        .isEqualTo(Arrays.asList("@list", "${user.name}", "-x"));
    assertThat(run.err()).isEmpty();
  }
}
