package dev.attache.core.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.spi.Invocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may stand for the wildcard of a pattern. */
class ReadingProgramTest {

  @TempDir Path temporary;

  private Path workspace = Path.of("");
  private Path below = Path.of("");

  @BeforeEach
  void createWorkspace() throws Exception {
    Path real = temporary.toRealPath();
    workspace = Files.createDirectories(real.resolve("ws"));
    below = Files.createDirectories(workspace.resolve("below"));
    Files.writeString(workspace.resolve("a.txt"), "a");
    Files.createSymbolicLink(below.resolve("a"), Path.of("../a.txt"));
    Files.writeString(real.resolve("secret"), "secret");
    Files.createSymbolicLink(below.resolve("secret"), Path.of("../../secret"));
    Files.createSymbolicLink(below.resolve("home"), real);
    Files.createSymbolicLink(below.resolve("nowhere"), Path.of("nothing"));
    Files.createSymbolicLink(below.resolve("k=v"), Path.of("../../secret"));
    Files.createSymbolicLink(below.resolve("="), Path.of("../../secret"));
  }

  /** Whether a pattern that ends with the wildcard takes the words of a line. */
  private boolean takes(String pattern, List<String> words) {
    var invocation =
        new Invocation(
            words.get(0), Path.of("/usr/bin/tool"), words.subList(1, words.size()), below);
    return CommandPattern.parse(pattern + " *").matches(invocation, workspace);
  }

  private boolean takes(String pattern, String arguments) {
    return takes(pattern, List.of((pattern + " " + arguments).split(" ")));
  }

  private static List<String> with(String argument, String... words) {
    var all = new ArrayList<>(List.of(words));
    all.add(argument);
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat",
        "ls",
        "head",
        "tail",
        "wc",
        "nl",
        "stat",
        "du",
        "df",
        "uname",
        "whoami",
        "id",
        "nproc",
        "uptime",
        "free",
        "cmp",
        "sha256sum",
        "sha1sum",
        "md5sum",
        "cksum",
        "cut",
        "tr",
        "seq",
        "echo",
        "printf",
        "basename",
        "dirname",
        "realpath",
        "readlink",
        "which",
        "grep",
        "egrep",
        "fgrep"
      })
  void readsWhatIsInTheWorkspace(String program) {
    assertThat(takes(program, "-n a.txt sub/a ./a a..b --x=y/z -")).isTrue();
    assertThat(takes(program, List.of(program))).isTrue();
    assertThat(takes(program, List.of(program, "", "a b", "*", "$HOME"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/shadow",
        "/what-is-not-there-yet",
        "//etc/shadow",
        "~",
        "~/.ssh/id_ed25519",
        "~root/x",
        "..",
        "../..",
        "a/../../../secret",
        "./..",
        "--/../../secret",
        "--x=/etc/shadow",
        "--x=~/secret",
        "--x=../../secret",
        "--x=..",
        "-x/etc/shadow",
        "-ax/etc/shadow",
        "-x~/secret",
        "-x../../secret",
        "-x..",
        "secret",
        "./secret",
        "home/secret",
        "home",
        "home/",
        "--x=secret",
        "-xsecret",
        "-axsecret",
        "nowhere"
      })
  void readsNothingOutsideOfTheWorkspace(String argument) {
    assertThat(takes("cat", with(argument, "cat"))).isFalse();
    assertThat(takes("cat", with(argument, "cat", "a.txt"))).isFalse();
    assertThat(takes("git diff", with(argument, "git", "diff", "--stat"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/shadow",
        "/",
        "~",
        "~/secret",
        "../../secret",
        "..",
        "a/../../../secret",
        "secret",
        "./secret",
        "home",
        "home/secret",
        "nowhere",
        "k=v",
        "="
      })
  void readsNothingOutsideOfTheWorkspaceByAnOption(String file) {
    for (String option : List.of("", "-x", "-xy", "-xyz", "-wxyz", "-vwxyz", "--x=", "--=")) {
      assertThat(takes("cat", with(option + file, "cat"))).as(option + file).isFalse();
      assertThat(takes("grep", with(option + file, "grep", "-n"))).as(option + file).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.txt",
        "a",
        "./a",
        "../a.txt",
        "x=secret",
        "k=",
        "=v",
        "=secret",
        "",
        "-",
        "--",
        "---",
        "-x",
        "--x",
        "--x=",
        "--=",
        "-xa",
        "-xya.txt",
        "--x=a",
        "--x=y=secret",
        "--x=-",
        "-x-",
        // the letters of an option are no name, nor is what only ends with one
        "-secret",
        "-home",
        "--secret",
        "--home",
        "--xsecret",
        "--x/secret",
        "mysecret",
        "x/secret"
      })
  void takesForAFileOnlyWhatAProgramMay(String argument) {
    boolean leadsUp = argument.startsWith("..");
    assertThat(takes("cat", with(argument, "cat"))).isEqualTo(!leadsUp);
    assertThat(takes("git log", with(argument, "git", "log"))).isEqualTo(!leadsUp);
  }

  @Test
  void mayBeToldMoreThanTheNamesOfFiles() {
    assertThat(takes("git log", "-n 1 HEAD~3 main..dev ..origin/main HEAD: :/ --since=1.day"))
        .isTrue();
    assertThat(takes("git diff", List.of("git", "diff", "a\0b"))).isTrue();
    assertThat(takes("cat", "a")).isTrue(); // a link within the workspace
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--no-index",
        "--no-ind",
        "--contents",
        "--contents=a.txt",
        "--cont=a.txt",
        "--ignore-revs-file",
        "--ignore-revs-file=a.txt",
        "--ignore-r=a.txt",
        "--output",
        "--output=x",
        "--ou=x",
        "--o",
        "--ext-diff",
        "--ext",
        "--textconv",
        "--textc",
        "--open-files-in-pager=sh",
        "-O",
        "-Osh",
        "-pOsh",
        "--exec=sh",
        "--upload-pack=sh",
        "--filters"
      })
  void keepsGitFromRunningAndWriting(String argument) {
    assertThat(takes("git diff", "a.txt " + argument)).isFalse();
    String exact = "git diff a.txt " + argument;
    var invocation =
        new Invocation(
            "git", Path.of("/usr/bin/git"), List.of(exact.substring(4).split(" ")), below);
    assertThat(CommandPattern.parse(exact).matches(invocation, workspace)).isTrue();
  }

  @Test
  void letsGitHaveWhatOnlyLooksLikeThat() {
    assertThat(takes("git diff", "-- --output-indicator-new=x --no-ext-diff --no-textconv --cc"))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "grep, -R",
    "grep, -rR",
    "grep, -f",
    "grep, -if",
    "grep, --file=a.txt",
    "grep, --fi=a.txt",
    "grep, --dereference-recursive",
    "egrep, --deref",
    "fgrep, -R",
    "grep, -S",
    "ls, -L",
    "ls, -lRL",
    "ls, --dereference",
    "du, -L",
    "du, --files0-from=a.txt",
    "du, --dereference",
    "wc, --files0-from=a.txt",
    "wc, --files",
    "sha256sum, -c",
    "sha1sum, -wc",
    "md5sum, --check",
    "cksum, --ch"
  })
  void followsNoLinksAndNoListsOfNames(String program, String argument) {
    assertThat(takes(program, argument)).isFalse();
    assertThat(takes(program, "a.txt " + argument)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "git log, contents",
    "git log, exec",
    "git log, ext-diff",
    "git log, filters",
    "git log, ignore-revs-file",
    "git log, no-index",
    "git log, open-files-in-pager",
    "git log, output",
    "git log, textconv",
    "git log, upload-pack",
    "ls, dereference",
    "du, dereference",
    "du, files0-from",
    "wc, files0-from",
    "cksum, check",
    "md5sum, check",
    "sha1sum, check",
    "sha256sum, check",
    "grep, dereference-recursive",
    "grep, file",
    "egrep, dereference-recursive",
    "egrep, file",
    "fgrep, dereference-recursive",
    "fgrep, file"
  })
  void refusesEachAbbreviationOfALongOption(String program, String option) {
    for (int length = 1; length <= option.length(); length++) {
      String name = "--" + option.substring(0, length);
      assertThat(takes(program, name)).as(name).isFalse();
      assertThat(takes(program, name + "=")).as(name).isFalse();
      assertThat(takes(program, name + "=a.txt")).as(name).isFalse();
      assertThat(takes(program, "a.txt " + name + "=a=b a.txt")).as(name).isFalse();
    }
    assertThat(takes(program, "--" + option + "-x")).isTrue();
    assertThat(takes(program, "--x-" + option)).isTrue();
    assertThat(takes(program, "--x=" + option)).isTrue();
    assertThat(takes(program, option)).isTrue();
    assertThat(takes(program, "--")).isTrue();
    assertThat(takes(program, "--=a.txt")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"git log, O", "ls, L", "du, L", "cksum, c", "grep, R", "grep, S", "grep, f"})
  void refusesALetterInEachPlaceOfAGroup(String program, String letter) {
    for (String group : List.of("%s", "%sx", "x%s", "%sxy", "x%sy", "xy%s", "%sa.txt", "xyz%sa")) {
      String argument = "-" + String.format(group, letter);
      assertThat(takes(program, argument)).as(argument).isFalse();
      assertThat(takes(program, "a.txt " + argument)).as(argument).isFalse();
    }
    assertThat(takes(program, letter)).isTrue();
    assertThat(takes(program, "x" + letter)).isTrue();
    assertThat(takes(program, "--x" + letter)).isTrue();
    assertThat(takes(program, "--x=" + letter)).isTrue();
    assertThat(takes(program, "-x")).isTrue();
    assertThat(takes(program, "-")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"date", "hostname", "ps", "tree", "uniq", "diff", "file", "find", "rg", "sort"})
  void isNothingThatAlsoDoesMore(String program) {
    assertThat(ReadingProgram.of(List.of(program))).isNull();
  }
}
