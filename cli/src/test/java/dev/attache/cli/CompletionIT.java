package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.cli.Launch.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Completion scripts, read by the shells that they are for. */
@Tag("process")
class CompletionIT {

  /** The scripts by their shells, which are the same in all tests. */
  private static final Map<String, String> SCRIPTS = new HashMap<>();

  /** The dump of zsh's completion functions, made once for all tests. */
  @TempDir private static Path functions = Path.of("");

  @TempDir Path temporary;

  private Path script(String shell) throws IOException {
    String script = SCRIPTS.computeIfAbsent(shell, this::print);
    return Files.writeString(temporary.resolve("attache." + shell), script);
  }

  private String print(String shell) {
    CliRun run = TestWorkspace.in(temporary).run("completion", shell);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return run.out();
  }

  private Ended start(String shell, Object... arguments) {
    boolean installed =
        List.of(System.getenv("PATH").split(":")).stream()
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, shell)));
    assumeTrue(installed, shell + " is not installed");
    var command = new ArrayList<Object>(List.of(shell));
    command.addAll(List.of(arguments));
    return Launch.in(temporary, command.toArray()).run();
  }

  private Ended completedInFish(String line) throws IOException {
    return completedInFish("", line);
  }

  private Ended completedInFish(String before, String line) throws IOException {
    return start(
        "fish",
        "--no-config",
        "-c",
        before + "set PATH $argv[2] $PATH; cd ws; source $argv[1]; complete -C $argv[3]",
        script("fish"),
        program(),
        line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void isValidForItsShell(String shell) throws IOException {
    Ended ended = start(shell, "-n", script(shell));
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
  }

  /** Puts a conversation into a workspace, and the distribution into a directory. */
  private Path program() throws IOException {
    TestWorkspace.in(temporary).run("query", "--print", "--new", "--id", "review", "Why?");
    Path directory = Files.createDirectories(temporary.resolve("bin"));
    Files.createSymbolicLink(directory.resolve("attache"), Launch.installed());
    return directory;
  }

  private static final String WORDS =
      """
      attache res                      | resolve
      attache handlers d               | doctor
      attache handlers new --sch       | --scheme
      attache resolve --strict --no-cont | --no-content
      attache plan --max-tot           | --max-total-bytes
      attache resolve --format j       | json
      attache src -f t                 | table
      attache plan --sort t            | tokens
      attache plan --tokenizer o       | o200k
      attache query --html r           | raw
      attache completion z             | zsh
      attache help handl               | handlers
      attache conversation rec         | record-answer
      attache trust rm --dec           | --declared
      attache mcp call --acc           | --accept-defaults
      attache conversation show rev    | review
      attache serve --id rev           | review
      attache conversation fork --id r | review
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = WORDS)
  void completesInBash(String line, String completed) throws IOException {
    String last = line.substring(line.lastIndexOf(' ') + 1);
    Ended ended =
        start(
            "bash",
            "--norc",
            "-c",
            """
            PATH=$1:$PATH
            source "$0"
            COMP_WORDS=($2) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            cd ws
            _attache
            printf '%s\\n' "${COMPREPLY[@]}"
            """,
            script("bash"),
            program(),
            line);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().lines()).contains(completed);
    assertThat(ended.out().lines()).allSatisfy(word -> assertThat(word).startsWith(last));
  }

  /** Types each line into a shell on a terminal of its own, then Tab. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = WORDS)
  void completesInZsh(String line, String completed) throws IOException {
    String start = line.substring(0, line.lastIndexOf(' ') + 1);
    assertThat(typedInZsh(line).replaceFirst("=$", "")).isEqualTo(start + completed);
  }

  private String typedInZsh(String line) throws IOException {
    Ended ended =
        start(
            "zsh",
            "-f",
            "-c",
            """
            zmodload zsh/zpty || exit 3
            PATH=$1:$PATH
            cd ws
            zpty shell 'TERM=dumb zsh -f -i'
            zpty -w shell 'autoload -U compinit; compinit -u -d '$3'; source '$0'; shown() {' \
              'print -r -- "<$BUFFER>" }; zle -N shown; bindkey "^X" shown; print READY''1'
            zpty -r -m shell out '*READY1*'
            zpty -n -w shell "$2"$'\\t\\x18'
            zpty -r -m shell out '*<*>*'
            print -r -- ${${out##*<}%%>*}
            """,
            script("zsh"),
            program(),
            line,
            functions.resolve("dump"));
    return ended.out().strip();
  }

  private static final String PARTS =
      """
      attache report.PDF#pa                 | report.PDF#page=,report.PDF#page-image=
      attache resolve a.xlsx#sh             | a.xlsx#sheet=
      attache plan --attach dir/deck.ppt#sl | dir/deck.ppt#slide=
      attache query -a dir/deck.odp#        | dir/deck.odp#slide=,dir/deck.odp#image=
      attache resolve book.epub#            | book.epub#image=
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = PARTS)
  void completesPartsOfDocumentsInBash(String line, String completed) throws IOException {
    Ended ended =
        start(
            "bash",
            "--norc",
            "-c",
            """
            source "$0"
            COMP_WORDS=($1) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _attache
            (IFS=,; printf '%s\\n' "${COMPREPLY[*]}")
            """,
            script("bash"),
            line);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().strip()).isEqualTo(completed);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = PARTS)
  void completesPartsOfDocumentsInFish(String line, String completed) throws IOException {
    Ended ended =
        start(
            "fish",
            "--no-config",
            "-c",
            "source $argv[1]; complete -C $argv[2]",
            script("fish"),
            line);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().lines().map(each -> each.replaceFirst("\t.*", "")))
        .containsAll(List.of(completed.split(",")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          attache report.PDF#page-              | report.PDF#page-image=
          attache resolve a.xlsx#sh             | a.xlsx#sheet=
          attache plan --attach dir/deck.ppt#sl | dir/deck.ppt#slide=
          attache resolve book.epub#            | book.epub#image=
          """)
  void completesPartsOfDocumentsInZsh(String line, String completed) throws IOException {
    completesInZsh(line, completed.replaceFirst("=$", ""));
  }

  /** Puts a workbook into the workspace, under a name with a space. */
  private void workbook() throws IOException {
    Path file = TestWorkspace.in(temporary).path("my book.xlsx");
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("xl/workbook.xml"));
      zip.write(
          "<workbook><sheets><sheet name=\"Costs\"/><sheet name=\"Q1 &amp; Q2\"/></sheets></workbook>"
              .getBytes(UTF_8));
    }
  }

  private static final String SHEETS =
      """
      attache my\\ book.xlsx#sheet=Q           | my\\ book.xlsx#sheet=Q1%20%26%20Q2
      attache "my book.xlsx#sheet=Q            | "my book.xlsx#sheet=Q1%20%26%20Q2
      attache plan --attach my\\ book.xlsx#sheet=C | my\\ book.xlsx#sheet=Costs
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          attache my\\ book.xlsx#sh               | my\\ book.xlsx#sheet=Costs,my\\ book.xlsx#sheet=Q1%20%26%20Q2
          attache my\\ book.xlsx#sheet =          | Costs,Q1%20%26%20Q2
          attache my\\ book.xlsx#sheet = Q        | Q1%20%26%20Q2
          attache plan --attach = my\\ book.xlsx#sheet = C | Costs
          attache 'my book.xlsx#sheet=Q           | 'my book.xlsx#sheet=Q1%20%26%20Q2
          attache none.xlsx#sh                    | none.xlsx#sheet=
          """)
  void completesSheetsInBash(String line, String completed) throws IOException {
    workbook();
    Ended ended =
        start(
            "bash",
            "--norc",
            "-c",
            """
            PATH=$1:$PATH
            source "$0"
            IFS=@ COMP_WORDS=($2) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            unset IFS
            cd ws
            _attache
            (IFS=,; printf '%s\\n' "${COMPREPLY[*]}")
            """,
            script("bash"),
            program(),
            line.replaceAll("(?<!\\\\|'my) +", "@"));
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().strip()).isEqualTo(completed);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = SHEETS)
  void completesSheetsInZsh(String line, String completed) throws IOException {
    workbook();
    String start = line.substring(0, line.indexOf("my") - (line.contains("\"") ? 1 : 0));
    assertThat(typedInZsh(line)).isEqualTo(start + completed);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = SHEETS)
  void completesSheetsInFish(String line, String completed) throws IOException {
    workbook();
    Ended ended = completedInFish(line);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().lines().map(each -> each.replaceFirst("\t.*", "")))
        .containsExactly(completed.replaceAll("[\\\\\"]", ""));
  }

  @Test
  void completesSheetsInFishForAUserWithoutAHome() throws IOException {
    workbook();
    assertThat(completedInFish("set -e HOME; ", "attache my\\ book.xlsx#sheet=C").out())
        .isEqualTo("my book.xlsx#sheet=Costs\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          attache re              | resolve        | Read the given references and print their contents.
          attache handlers d      | doctor         | Diagnose handler problems.
          attache --no-p          | --no-progress  | Hide progress.
          attache resolve --no-c  | --no-content   | Omit content from JSON.
          attache resolve --format j | json        | Output format: prompt (default), markdown, json or table.
          attache plan --max-t    | --max-total-bytes | Maximum total size.
          attache handlers --js   | --json         | Print JSON, one object per line.
          attache mcp re          | read           | Print a resource.
          attache mcp --mcp       | --mcp-config   | Also use the MCP servers that FILE defines (repeatable).
          attache tool            | tool-result    | Record a tool result and print what the model gets.
          attache conversation arc | archive       | Archive conversations.
          attache trust r         | rm             | Revoke trust.
          attache query --id rev  | review         | Conversation ID, or a unique prefix.
          """)
  void completesInFish(String line, String completed, String description) throws IOException {
    Ended ended = completedInFish(line);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().lines()).contains(completed + "\t" + description);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void saysInOneLineWhereAScriptBelongs(String shell) throws IOException {
    assertThat(Files.readString(script(shell)).lines().filter(line -> line.startsWith("# ")))
        .hasSize(1);
  }

  @Test
  void printsTheValuesThatTheWorkspaceTells() throws IOException {
    TestWorkspace workspace =
        TestWorkspace.in(temporary)
            .file(".mcp.json", "{\"mcpServers\": {\"docs\": {\"command\": \"true\"}}}");
    assertThat(workspace.run("completion", "--values", "servers").out()).isEqualTo("docs\n");
    assertThat(workspace.run("completion", "--values", "conversations").out()).isEmpty();
    CliRun run = workspace.run("completion", "--values", "models");
    assertThat(run.errLines().get(0))
        .isEqualTo("attache: --values (models) must be conversations, servers or trusted");
  }

  @Test
  void completesFilesInFishWhereReferencesAreExpected() throws IOException {
    Files.writeString(temporary.resolve("reference.txt"), "x");
    Ended ended =
        start(
            "fish",
            "--no-config",
            "-c",
            "source $argv[1]; complete -C 'attache resolve refer'",
            script("fish"));
    assertThat(ended.out()).contains("reference.txt");
  }

  @Test
  void loadsInZsh() throws IOException {
    Ended ended =
        start(
            "zsh",
            "-f",
            "-c",
            "autoload -U compinit && compinit -u -d \"$1\"; source \"$0\"; print $_comps[attache]",
            script("zsh"),
            temporary.resolve("dump"));
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().strip()).isNotEmpty();
  }
}
