package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
          resolv          | there is no command "resolv"; did you mean resolve?           | ``
          paln            | there is no command "paln"; did you mean plan?                | ``
          src/ --json     | there is no command "src/"; there are: resolve, plan, query, respond, tool-result, refresh, serve, attachment, conversation, store, canonicalize, trust, mcp, handlers, completion, help | ``
          --wat           | there is no option --wat                                      | ``
          handlers        | attache handlers needs one of: ls, doctor, trust, new         | ` handlers`
          trust           | attache trust needs one of: ls, add, rm                       | ` trust`
          trust add       | name what is to be trusted: REF, or give --declared           | ` trust add`
          handlers trust  | name what is to be trusted: FILE                              | ` handlers trust`
          handlers lss    | there is no command "handlers lss"; did you mean ls?          | ` handlers`
          handlers ls x   | attache handlers ls takes no parameters, such as x            | ` handlers ls`
          handlers ls -x  | there is no option -x                                         | ` handlers ls`
          help nope       | there is no command "nope"; there are: resolve, plan, query, respond, tool-result, refresh, serve, attachment, conversation, store, canonicalize, trust, mcp, handlers, completion, help | ``
          help resolve x  | there is no command "resolve x"                               | ` resolve`
          resolve --formt=json | there is no option --formt; did you mean --format?       | ` resolve`
          resolve --form json  | there is no option --form; did you mean --format?        | ` resolve`
          resolve --strcit | there is no option --strcit; did you mean --strict?          | ` resolve`
          resolve -x.txt  | there is no option -x.txt; a file of that name is ./-x.txt    | ` resolve`
          resolve --format | --format needs a value: FORMAT                               | ` resolve`
          resolve -o      | --output needs a value: FILE                                  | ` resolve`
          resolve --format yaml | --format (yaml) must be prompt, json or table           | ` resolve`
          resolve --jobs 0 | --jobs (0) must be a whole number from 1 to 1024             | ` resolve`
          resolve -j 1025 | --jobs (1025) must be a whole number from 1 to 1024           | ` resolve`
          resolve - --type nonsense | --type (nonsense) must be a MIME type, such as text/markdown | ` resolve`
          resolve ! | REF (!) names nothing to exclude; write it after the mark: !target | ` resolve`
          resolve --no-content | --no-content needs --format json | ` resolve`
          plan --jobs many | --jobs (many) must be a whole number from 1 to 1024          | ` plan`
          plan --timeout 0 | --timeout (0) must be a whole number from 1 to 86400         | ` plan`
          plan --max-bytes 1.5M | --max-bytes (1.5M) must be a number of bytes, such as 4096, 512K or 10M | ` plan`
          plan --max-total 8388608T | --max-total (8388608T) must be less than 8 EiB      | ` plan`
          plan --workspace a.txt/x | --workspace (a.txt/x) must be a directory that exists | ` plan`
          plan --root /no/such | --root (/no/such) must be a directory that exists        | ` plan`
          attachment      | attache attachment needs one of: add, rm, ls, print           | ` attachment`
          conversation    | attache conversation needs one of: ls, show, print, fork, undo, rm, archive, set | ` conversation`
          conversation show a b | attache conversation show takes no parameters, such as b | ` conversation show`
          store           | attache store needs one of: gc, verify, du                    | ` store`
          store gc x      | attache store gc takes no parameters, such as x               | ` store gc`
          query --schem x | there is no option --schem; did you mean --schema?            | ` query`
          completion      | name one shell: bash, zsh or fish                             | ` completion`
          mcp             | attache mcp needs one of: ls, read, call                      | ` mcp`
          mcp ls a b      | name one SERVER, or its --url, at the most                    | ` mcp ls`
          mcp read a      | name a SERVER, or its --url, and one URI                      | ` mcp read`
          mcp call a      | name a SERVER, or its --url, a TOOL, and its arguments as JSON | ` mcp call`
          mcp call a b 1  | arguments must be a JSON object, such as {"name": "value"}    | ` mcp call`
          mcp call a b {"a":1,"a":2} | arguments:1:11: duplicate field 'a'                | ` mcp call`
          mcp call a b {} --meta [] | --meta must be a JSON object, such as {"name": "value"} | ` mcp call`
          mcp ls a        | SERVER (a): no MCP server is configured: define one in .mcp.json, in .vscode/mcp.json or as [mcp.servers.NAME] in the configuration, or give a file that does with --mcp-config FILE | ` mcp ls`
          mcp ls --header a:b | --header is sent to --url; give --url too                 | ` mcp ls`
          mcp ls --url https://x/ --header a | --header must be 'Name: value' of printable ASCII characters | ` mcp ls`
          mcp ls --url ftp://x/ | --url (ftp://x/) must begin with http:// or https://, and have a host | ` mcp ls`
          mcp ls --url http://u:p@x/ | --url (http://REDACTED@x/) must not hold a user and a password; send them in a --header | ` mcp ls`
          mcp call a b {"m":1 | arguments:1:7: it ends too early | ` mcp call`
          mcp call a b {"m":[1} | arguments:1:8: unexpected close marker '}': expected ']' | ` mcp call`
          resolve --var x | --var (x) must be NAME=VALUE                                  | ` resolve`
          serve src       | attache serve takes no parameters, such as src                | ` serve`
          serve --attach - | --attach (-) cannot be served: standard input is the client's; put it into a file | ` serve`
          serve --conversation ../x | --conversation (../x) must be 1 to 64 of a-z, 0-9, '-', '_' and '.', the first a letter or a digit, the last no dot | ` serve`
          serve --poll 0  | --poll (0) must be a whole number from 1 to 86400             | ` serve`
          serve --token-file a.txt | --token-file is about clients over HTTP; give --http too | ` serve`
          serve --accept-host x | --accept-host is about clients over HTTP; give --http too | ` serve`
          serve --accept-origin https://x | --accept-origin is about clients over HTTP; give --http too | ` serve`
          serve --http x  | --http (x) must be PORT or HOST:PORT, such as 127.0.0.1:8808, with a port from 0 to 65535 | ` serve`
          serve --http 65536 | --http (65536) must be PORT or HOST:PORT, such as 127.0.0.1:8808, with a port from 0 to 65535 | ` serve`
          serve --http 0.0.0.0:0 | --http (0.0.0.0:0) can be reached from other machines, and so needs a token: give --token-file FILE or set ATTACHE_TOKEN | ` serve`
          serve --http 0 --token-file no | --token-file (no) cannot be read: no such file or directory | ` serve`
          serve --http 0 --token-file /dev/null | --token-file (/dev/null) must hold a token and nothing else: 1 to 4096 printable ASCII characters without blanks | ` serve`
          serve --http 0 --accept-host x/y | --accept-host (x/y) must be the name of a host, or such a name and a port | ` serve`
          serve --http 0 --accept-origin https://x/y | --accept-origin (https://x/y) must be an origin, such as https://example.org:8443, no more | ` serve`
          serve --allow-attach-from cmd: | --allow-attach-from (cmd:) is nothing that a model may attach from; attach it yourself, with --attach | ` serve`
          serve --allow-attach-from mcp+x: | --allow-attach-from (mcp+x:) is nothing that a model may attach from; attach it yourself, with --attach | ` serve`
          serve --allow-attach-from https: | --allow-attach-from (https:) must name the hosts, such as docs.example.org | ` serve`
          serve --allow-attach-from file: | --allow-attach-from (file:) needs no naming: --allow-attach allows files of the workspace | ` serve`
          serve --allow-attach-from zip: | --allow-attach-from (zip:) has no handler; attache handlers ls lists the schemes | ` serve`
          serve --allow-attach-from 10.0.0.0/8 | --allow-attach-from (10.0.0.0/8) must be the name of a host, not a network | ` serve`
          completion ksh  | shell (ksh) must be bash, zsh or fish                         | ` completion`
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "help",
        "help resolve",
        "help plan",
        "help query",
        "help respond",
        "help tool-result",
        "help refresh",
        "help serve",
        "help attachment",
        "help attachment add",
        "help attachment ls",
        "help attachment print",
        "help conversation",
        "help conversation ls",
        "help conversation fork",
        "help conversation set",
        "help store",
        "help store gc",
        "help canonicalize",
        "help trust",
        "help trust ls",
        "help trust add",
        "help trust rm",
        "help handlers trust",
        "help handlers",
        "help handlers doctor",
        "help handlers new",
        "help mcp",
        "help mcp ls",
        "help mcp read",
        "help mcp call",
        "help completion"
      })
  void printsHelp(String line) {
    CliRun run = run(line);
    Golden.assertMatches(line.replace(' ', '-') + ".txt", run.out());
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.outLines()).allSatisfy(row -> assertThat(row.length()).isLessThan(101));
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
