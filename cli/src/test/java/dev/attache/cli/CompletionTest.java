package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.cli.Launch.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Completion scripts, read by the shells that they are for. */
@Tag("process")
class CompletionTest {

  @TempDir Path temporary;

  private Path script(String shell) throws IOException {
    CliRun run = TestWorkspace.in(temporary).run("completion", shell);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return Files.writeString(temporary.resolve("attache." + shell), run.out());
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

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void isValidForItsShell(String shell) throws IOException {
    Ended ended = start(shell, "-n", script(shell));
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          attache re               | resolve
          attache handlers d       | doctor
          attache handlers new --sch | --scheme
          attache resolve --strict --no-c | --no-content
          attache plan --max-t     | --max-total
          attache tru              | trust
          attache trust r          | rm
          attache trust rm --dec   | --declared
          attache resolve --decl   | --declared
          attache mcp ca           | call
          attache mcp call --acc   | --accept-defaults
          attache plan --va        | --var
          attache que              | query
          attache query --att      | --attach
          attache conversation ar  | archive
          attache store ver        | verify
          """)
  void completesInBash(String line, String completed) throws IOException {
    String last = line.substring(line.lastIndexOf(' ') + 1);
    Ended ended =
        start(
            "bash",
            "--norc",
            "-c",
            """
            source "$0"
            COMP_WORDS=($1) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$1 COMP_POINT=${#1}
            function=$(complete -p attache | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            $function attache "$2" "" 2> /dev/null
            printf '%s\\n' "${COMPREPLY[@]}"
            """,
            script("bash"),
            line,
            last);
    assertThat(ended.out().lines().map(String::strip)).contains(completed);
    assertThat(ended.out().lines()).allSatisfy(word -> assertThat(word).startsWith(last));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          attache re              | resolve        | Print snapshots of what is named.
          attache handlers d      | doctor         | Say which handlers cannot be used, and why.
          attache --no-p          | --no-progress  | Show no progress.
          attache resolve --no-c  | --no-content   | Leave texts and blobs out of json.
          attache plan --max-t    | --max-total    | Let all items together have this many.
          attache handlers --js   | --json         | Print one JSON object a line.
          attache mcp re          | read           | Print a resource of a server.
          attache mcp --mcp       | --mcp-config   | Use the MCP servers of this file too.
          attache tool            | tool-result    | Record the result of a tool and print what the model gets.
          attache attachment pr   | print          | Print what was attached.
          attache conversation arc | archive       | Put conversations aside.
          attache tru             | trust          | Trust what would run or connect to something.
          attache trust r         | rm             | Trust them no more.
          attache trust rm --dec  | --declared     | Trust no more what the workspace's configuration declares.
          """)
  void completesInFish(String line, String completed, String description) throws IOException {
    Ended ended =
        start(
            "fish",
            "--no-config",
            "-c",
            "source $argv[1]; complete -C $argv[2]",
            script("fish"),
            line);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out().lines()).contains(completed + "\t" + description);
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
