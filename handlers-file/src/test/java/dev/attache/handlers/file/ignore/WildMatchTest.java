package dev.attache.handlers.file.ignore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.file.Git;
import dev.attache.support.glob.WildMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WildMatchTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '"',
      value = {
        "foo foo",
        "f?o foo",
        "* foo",
        "*oo* foobar",
        "*/b a/b",
        "a*/b a/b",
        "** a/b/c",
        "**/c c",
        "**/c a/b/c",
        "a/**/c a/c",
        "a/**/c a/b/b/c",
        "a/** a/b/c",
        "a/***/c a/b/c",
        "**/**/c c",
        "**\\/c a/b/c",
        "a**b axyb",
        "\\*x *x",
        "a\\/b a/b",
        "[a-c]x bx",
        "[!a]x bx",
        "[^a]x bx",
        "[]a]x ]x",
        "[]-a]x ^x",
        "[!]a]x bx",
        "[a-]x -x",
        "[-a]x -x",
        "[a\\]]x ]x",
        "[\\a-\\c]x bx",
        "[[:digit:]a]x 7x",
        "[[:alpha]x :x",
        "[[:]x :x",
        "[![:digit:]]x ax",
        "[a-c-e]x -x",
        "{a,b} {a,b}",
      })
  void matches(String pattern, String text) {
    assertThat(matchesBytes(pattern, text)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '"',
      value = {
        "foo bar",
        "f?o fo",
        "a?b a/b",
        "* a/b",
        "a*b a/b",
        "a**b a/b",
        "a/**b a/x/b",
        "**\\/c c",
        "a/** a",
        "[!a]b /b",
        "a[/]b a/b",
        "a[!x]b a/b",
        "[z-a]x mx",
        "[a-c-e]x dx",
        "[a a",
        "[ [",
        "[! !",
        "[] ]",
        "[a\\ a",
        "[a-\\ b",
        "[[:nope:]] n",
        "[[::]] :",
        "[[:alpha: a",
        "a\\ a",
        "a\\ a\\",
      })
  void doesNotMatch(String pattern, String text) {
    assertThat(matchesBytes(pattern, text)).isFalse();
  }

  /** Each was tried with git 2.39 in a repository with core.ignoreCase. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "?oO fOo",
        "*OO foo",
        "**/foo A/FOO",
        "*\\o FOO",
        "[a]x AX",
        "[A-C]x bX",
        "[A-C]x BX",
        "[a-c]x BX",
        "[Z-b]x zx",
        "[!A]x ax",
        "[[:upper:]]x ax",
        "[[:lower:]]x AX",
      })
  void matchesInEitherCaseWhereItIsFolded(String pattern, String text) {
    assertThat(matchesFolded(pattern, text)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "\\Foo foo",
        "\\Foo Foo",
        "[A]x ax",
        "[A]x Ax",
        "[!a]x Ax",
        "[!A-C]x bx",
        "[![:upper:]]x ax",
        "?[ {",
        "?@ x`",
        "[[:Alpha:]]x ax",
      })
  void doesNotMatchWhereGitFoldsOnlyTheText(String pattern, String text) {
    assertThat(matchesFolded(pattern, text)).isFalse();
  }

  @Test
  void foldsNoLetterOutsideAscii() {
    assertThat(matchesFolded("?\u00c9", "x\u00e9")).isFalse();
    assertThat(matchesFolded("?\u00e9", "x\u00e9")).isTrue();
  }

  @Test
  void comparesBytesNotCharacters() {
    assertThat(matchesBytes("?", "\u00c3\u00a9")).isFalse();
    assertThat(matchesBytes("??", "\u00c3\u00a9")).isTrue();
    assertThat(matchesBytes("[\u0080-\u00ff]", "\u00ff")).isTrue();
    assertThat(matchesBytes("[!a]", "\u00ff")).isTrue();
  }

  /** Checked against git 2.39 byte by byte. */
  @ParameterizedTest
  @CsvSource({
    "alnum, 62",
    "alpha, 52",
    "blank, 2",
    "cntrl, 32",
    "digit, 10",
    "graph, 93",
    "lower, 26",
    "print, 94",
    "punct, 31",
    "space, 4",
    "upper, 26",
    "xdigit, 22"
  })
  void holdsAsManyBytesInAClassAsGit(String name, int size) {
    long held =
        IntStream.range(1, 256)
            .filter(b -> matchesBytes("[[:" + name + ":]]", String.valueOf((char) b)))
            .count();
    assertThat(held).isEqualTo(size);
  }

  @Test
  void staysFastOnHostilePatterns() {
    String text = "a".repeat(4_000);
    assertThat(matchesFolded("*A".repeat(500) + "b", text)).isFalse();
    assertThat(matchesBytes("*a".repeat(500) + "b", text)).isFalse();
    assertThat(matchesBytes("**/*a*a*a*a*b/".repeat(50), "aaaa/".repeat(1_000))).isFalse();
    assertThat(matchesBytes("**/a/".repeat(200) + "b", "a/".repeat(2_000) + "c")).isFalse();
  }

  @Test
  void agreesWithTheRulesTriedOneByOne() {
    var patterns = words(List.of("a", "b", "/", "*", "**", "?", "**/"), 4);
    var texts = words(List.of("a", "b", "/"), 4);
    for (String pattern : patterns) {
      for (String text : texts) {
        assertThat(matchesBytes(pattern, text))
            .as("%s on %s", pattern, text)
            .isEqualTo(tryAll(pattern, 0, text));
      }
    }
  }

  /** The rules as they are told, with every wildcard tried at every length. */
  private static boolean tryAll(String pattern, int at, String text) {
    if (at == pattern.length()) {
      return text.isEmpty();
    }
    char c = pattern.charAt(at);
    if (c != '*') {
      boolean fits = !text.isEmpty() && (c == '?' ? text.charAt(0) != '/' : text.charAt(0) == c);
      return fits && tryAll(pattern, at + 1, text.substring(1));
    }
    int end = at;
    while (end < pattern.length() && pattern.charAt(end) == '*') {
      end++;
    }
    boolean opens = at == 0 || pattern.charAt(at - 1) == '/';
    boolean closes = end == pattern.length() || pattern.charAt(end) == '/';
    boolean deep = end - at > 1 && opens && closes;
    if (deep && end < pattern.length() && tryAll(pattern, end + 1, text)) {
      return true;
    }
    for (int length = 0; length <= text.length(); length++) {
      if (!deep && text.substring(0, length).contains("/")) {
        break;
      }
      if (tryAll(pattern, end, text.substring(length))) {
        return true;
      }
    }
    return false;
  }

  private static List<String> words(List<String> letters, int length) {
    List<String> words = new ArrayList<>(List.of(""));
    for (int from = 0; length > 0; length--) {
      int to = words.size();
      for (String word : List.copyOf(words.subList(from, to))) {
        letters.forEach(letter -> words.add(word + letter));
      }
      from = to;
    }
    return words;
  }

  private static boolean matchesBytes(String pattern, String text) {
    return matches(pattern, text, false);
  }

  private static boolean matchesFolded(String pattern, String text) {
    return matches(pattern, text, true);
  }

  private static boolean matches(String pattern, String text, boolean foldsCase) {
    byte[] bytes = Git.bytes(pattern);
    byte[] padded = Git.bytes("//" + text + "/");
    return WildMatch.of(bytes, 0, bytes.length, foldsCase).matches(padded, 2, padded.length - 1);
  }
}
