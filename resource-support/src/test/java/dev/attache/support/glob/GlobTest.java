package dev.attache.support.glob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "*.md README.md",
        "src/*/ src/a/b",
        "src/*/ src/a/b/c",
        "{src/,b} src/a/b",
        "**/*.md README.md",
        "**/*.md docs/guide/a.md",
        "src/** src/a",
        "src/** src/a/b",
        "** a/b/c",
        "src/**/test/*.java src/test/A.java",
        "src/**/test/*.java src/x/y/test/A.java",
        "a**b axxb",
        "./src//*.md src/a.md",
        "{a,b{c,d}}/x bd/x",
        "{src/main,test}/*.java src/main/A.java",
        "x{,.bak} x",
        "x{,.bak} x.bak",
        "[]a]x ]x",
        "[!]a]x bx",
        "[^a]x bx",
        "[a\\]]x ]x",
        "[a-]x -x",
        "[[:digit:]x]y 7y",
        "[{,}] {",
        "\\*.md *.md",
        "\\{a,b} {a,b}",
        "a} a}",
        "é? éé",
        "[à-ü] é",
        "[!a] 日",
        ".* .git",
        ".*/config .git/config",
        "\\.x .x",
        "/home/*/x /home/me/x",
      })
  void matches(String glob, String path) {
    assertThat(matches(Glob.parse(glob), path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "*.md docs/README.md",
        "src/*/ src/a",
        "src/{a/,b} src/b/c",
        "src/** src",
        "src/**/x src/x/y",
        "a**b a/b",
        "? é?",
        "? .",
        "* .hidden",
        "?a .a",
        "[.]a .a",
        "[!b]a .a",
        "** .git/config",
        "**/config .git/config",
        "src/** src/.cache",
        "**/*.md docs/.draft.md",
        "[!a]b a/b",
        "[a-c]x dx",
        "*?? é",
        "*[!é]x éx",
        "/x x",
        "x /x",
        "../x x",
      })
  void doesNotMatch(String glob, String path) {
    assertThat(matches(Glob.parse(glob), path)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {"* .hidden", "?a .a", "** .git/config", "**/config .git/config", "[!b]a .a"})
  void matchesHiddenNamesWhenTold(String glob, String path) {
    assertThat(matches(Glob.parse(glob).withHidden(), path)).isTrue();
  }

  @Test
  void countsAByteThatIsNoCharacterAsOne() {
    byte[] path = {'a', (byte) 0xff, (byte) 0xc3, 'b'};
    assertThat(Glob.parse("a??b").matches(path, 0, path.length)).isTrue();
    assertThat(Glob.parse("a?b").matches(path, 0, path.length)).isFalse();
    assertThat(Glob.parse("a[!x][!y]b").matches(path, 0, path.length)).isTrue();
    assertThat(Glob.parse("a[ÿ]?b").matches(path, 0, path.length)).isFalse();
    assertThat(Glob.parse("a*b").matches(path, 0, path.length)).isTrue();
  }

  @Test
  void takesOverlongFormsAndSurrogatesForSingleBytes() {
    byte[] overlong = {(byte) 0xe0, (byte) 0x80, (byte) 0x80};
    byte[] surrogate = {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
    assertThat(Glob.parse("???").matches(overlong, 0, 3)).isTrue();
    assertThat(Glob.parse("???").matches(surrogate, 0, 3)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "src/main/**/*.java src/main",
        "src/{main,test}/*.java src",
        "src/{main/a,main/b}/*.java src/main",
        "src/\\*x/*.java src/*x",
        "*.md ''",
        "src/main ''",
        "/home/me/*.md /home/me",
        "/*.md /",
        "{/a,b}/c/d ''",
      })
  void knowsTheDirectoryThatEveryMatchLiesIn(String glob, String prefix) {
    String expected = glob.equals("src/main") ? "src" : prefix;
    assertThat(Glob.parse(glob).literalPrefix()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "src/**/*.java src true",
        "src/**/*.java src/a/b true",
        "src/**/*.java src/.git false",
        "src/**/*.java docs false",
        "src/*.java src/a false",
        "*.md docs false",
        "{a/b,c/d/e}/* c/d true",
        "{a/b,c/d/e}/* a/d false",
        ".github/** .github true",
        "src/*.java '' true",
      })
  void prunesWhatCannotMatch(String glob, String directory, boolean expected) {
    byte[] bytes = directory.getBytes(StandardCharsets.UTF_8);
    assertThat(Glob.parse(glob).couldMatchBelow(bytes, 0, bytes.length)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "a?", "[a]", "{a,b}", "\\\\*"})
  void seesMagic(String text) {
    assertThat(Glob.hasMagic(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "src/a.md", "\\*", "a]", "a}", "a\\"})
  void seesNoMagic(String text) {
    assertThat(Glob.hasMagic(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "src/[a|glob (src/[a) has an unclosed [, at character 5",
        "[]|glob ([]) has an unclosed [, at character 1",
        "a{b,{c}|glob (a{b,{c}) has an unclosed {, at character 2",
        "a\\|glob (a\\) ends with a lone backslash, at character 2",
        "[z-a]|glob ([z-a]) has a range that ends before it begins, at character 2",
        "[a/b]|glob ([a/b]) has a [ with a / before its ], at character 1",
        "[[:word:]]|glob ([[:word:]]) has an unknown class [:word:], at character 2",
        "./|glob (./) must name something",
        "{,a}|glob ({,a}) must name something",
      })
  void saysWhatIsWrong(String glob, String message) {
    assertThatThrownBy(() -> Glob.parse(glob))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesToExpandForEver() {
    String glob = "{a,b}".repeat(10);
    assertThatThrownBy(() -> Glob.parse(glob))
        .hasMessage("glob (" + glob + ") must not expand to more than 1000 alternatives");
  }

  @Test
  void refusesWhatIsTooLongOrTooDeep() {
    assertThatThrownBy(() -> Glob.parse("a".repeat(5_000)))
        .hasMessage("glob (" + "a".repeat(40) + "…) must not be longer than 4096");
    String deep = "a/".repeat(62) + "*";
    assertThatThrownBy(() -> Glob.parse(deep))
        .hasMessage("glob (" + deep + ") must have fewer than 62 segments");
  }

  @Test
  void staysFastOnHostilePatterns() {
    assertThat(matches(Glob.parse("*a".repeat(100) + "b"), "a".repeat(1_000))).isFalse();
    assertThat(matches(Glob.parse("**/a/".repeat(30) + "b"), "a/".repeat(1_000) + "c")).isFalse();
    assertThat(matches(Glob.parse("{".repeat(1_000) + "a" + "}".repeat(1_000)), "a")).isTrue();
  }

  private static boolean matches(Glob glob, String path) {
    byte[] bytes = ("//" + path + "/x").getBytes(StandardCharsets.UTF_8);
    return glob.matches(bytes, 2, bytes.length - 2);
  }
}
