package dev.attache.resource.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git¦git",
        "--format=%H,%an¦--format=%H,%an",
        "HEAD~3¦HEAD~3",
        "HEAD^^¦HEAD^^",
        "stash@{0}¦stash@{0}",
        "größe¦größe",
        "a b¦'a b'",
        "it's¦'it'\\''s'",
        "~¦'~'",
        "a/~b¦'a/~b'",
        "^a¦'^a'",
        "{a,b}¦'{a,b}'",
        "{1..3}¦'{1..3}'",
        "}¦'}'",
        "#1¦'#1'",
        "*.md¦'*.md'",
        "$HOME¦'$HOME'",
        "a|b¦'a|b'",
        "a\\b¦'a\\b'",
        "\"¦'\"'",
        "\u00a0¦'\u00a0'",
        "\ud83d\ude00¦'\ud83d\ude00'",
      })
  void quotesAWordOnlyIfItHasToBe(String row) {
    String[] cells = row.split("¦", -1);
    assertThat(ShellWords.join(List.of("x", cells[0]))).isEqualTo("x " + cells[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\nb¦$'a\\nb'",
        "\t\r\u001b[0m¦$'\\t\\r\\x1b[0m'",
        "\u007f\u0085\u2028é¦$'\\x7f\\u0085\\u2028é'",
        "it's\\\n¦$'it\\'s\\\\\\n'",
        "\ud83d\n\ud83d\ude00¦$'\\ud83d\\n\ud83d\ude00'",
      })
  void keepsAWordWithControlCharactersOnOneLine(String row) {
    String[] cells = row.split("¦", -1);
    assertThat(ShellWords.join(List.of(cells[0]))).isEqualTo(cells[1]);
  }

  @Test
  void quotesAnEmptyWordAndAFirstWordThatWouldSetAVariable() {
    assertThat(ShellWords.join(List.of("A=b", "", "A=b"))).isEqualTo("'A=b' '' A=b");
    assertThat(ShellWords.join(List.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git diff --cached¦git,diff,--cached",
        "\t a \n b ¦a,b",
        "'a b' \"c d\"e'f'¦a b,c def",
        "'' \"\" a''¦,,a",
        "\\'\\ a¦' a",
        "'\\n'¦\\n",
        "\"\\$\\`\\\"\\\\\\n\"¦$`\"\\\\n",
        "a\\\nb \\\n c \"d\\\ne\" '\\\n'¦ab,c,de,\\\n",
        "'a\nb'¦a\nb",
        "a\r\u00a0b¦a\r\u00a0b",
        "\"$'x'\"¦$'x'",
        "$'a\\n\\x41\\u00e9\\101\\cA\\'\\\\\\q'¦a\nAéA\u0001'\\\\q",
        "$'\\xf0\\x9f\\x98\\x80\\U0001f600'¦\ud83d\ude00\ud83d\ude00",
      })
  void splitsALineAsAShellDoes(String row) throws ParseException {
    String[] cells = row.split("¦", -1);
    assertThat(ShellWords.split(cells[0]).words()).containsExactly(cells[1].split(",", -1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n\t ", "\\\n"})
  void findsNoWordsInABlankLine(String line) throws ParseException {
    assertThat(ShellWords.split(line).words()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a 'b c¦2¦' is not closed",
        "a \"b 'c'¦2¦\" is not closed",
        "a \"b\\\"¦2¦\" is not closed",
        "'a' $'b\\'¦5¦' is not closed",
        "a b\\¦3¦\\ is followed by nothing",
        "a $'b\\x00'¦5¦the escape is no character",
        "a $'b\\xg'¦5¦the escape is no character",
        "a $'\\ud83d'¦4¦the escape is no character",
        "a $'\\U00110000'¦4¦the escape is no character",
        "a $'b\\xff'¦4¦the bytes in $'…' are not UTF-8",
      })
  void saysWhereTheQuotingIsWrong(String row) {
    String[] cells = row.split("¦", -1);
    assertThatThrownBy(() -> ShellWords.split(cells[0]))
        .hasMessage(cells[2])
        .asInstanceOf(InstanceOfAssertFactories.type(ParseException.class))
        .returns(Integer.valueOf(cells[1]), ParseException::getErrorOffset);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a | b¦OPERATOR | 2",
        "a||b&&c¦OPERATOR || 1,OPERATOR && 4",
        "a; b &¦OPERATOR ; 1,OPERATOR & 5",
        "a >b 2>&1 <c >>d¦OPERATOR > 2,OPERATOR >& 6,OPERATOR < 10,OPERATOR >> 13",
        "ls *.md a? [a-z]x¦GLOB * 3,GLOB ? 9,GLOB [a-z] 11",
        "ls ~ ~/x a~¦TILDE ~ 3,TILDE ~ 5",
        "echo $HOME \"${A}x\" $(ls) `ls` $1¦"
            + "EXPANSION $HOME 5,EXPANSION ${A} 12,EXPANSION $( 19,EXPANSION ` 25,EXPANSION ` 28,"
            + "EXPANSION $1 30",
        "echo {1..3} x{a,b}¦BRACES {1..3} 5,BRACES {a,b} 13",
        "a #b c#d¦COMMENT # 2",
        "A_1=b c=d¦ASSIGNMENT A_1= 0",
        "a\n b\n¦LINE_BREAK \n 1",
        "a '|'*¦GLOB * 5",
      })
  void listsWhatAShellWouldHaveActedOn(String row) throws ParseException {
    String[] cells = row.split("¦", -1);
    assertThat(
            ShellWords.split(cells[0]).unexpanded().stream()
                .map(found -> found.kind() + " " + found.text() + " " + found.position()))
        .containsExactly(cells[1].split(",(?=[A-Z])"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git diff HEAD~3 HEAD^ @{u} stash@{0}",
        "git log --format=%H --grep='a|b' \"--author=*\"",
        "test [ -f x ] a[ b]",
        "find . -exec echo {} +",
        "echo '$HOME `ls` {a,b} ~' \"~ {a,b} * | # ;\" \\$HOME \\~ \\# \\* \\| 'A'=b",
        "echo 5$ $ a$. \"$\" a#b a~ x=~ \"\\$A\" \"\\`\"",
        "'A'=b c",
        "a \\\n b\n",
      })
  void listsNothingThatAShellWouldHaveLeftAsItIs(String line) throws ParseException {
    assertThat(ShellWords.split(line).unexpanded()).isEmpty();
  }

  @Test
  void splitsWhatItJoined() throws ParseException {
    var random = new Random(4);
    for (int i = 0; i < 20_000; i++) {
      List<String> words = words(random);
      String line = ShellWords.join(words);
      ShellWords split = ShellWords.split(line);
      assertThat(split.words()).as(line).isEqualTo(words);
      assertThat(split.unexpanded()).as(line).isEmpty();
      assertThat(line).doesNotContain("\n");
    }
  }

  private static List<String> words(Random random) {
    String[] parts = {
      "a",
      "Z",
      " ",
      "'",
      "\"",
      "\\",
      "$",
      "~",
      "{",
      ",",
      "}",
      "..",
      "*",
      "\n",
      "=",
      "\t",
      "#",
      "^",
      "-",
      "|",
      "\u0001",
      "é",
      "\ud83d\ude00",
      "\u2029",
      "\u0080",
      "@",
      "[",
      "]"
    };
    var words = new ArrayList<String>();
    for (int count = random.nextInt(4); count >= 0; count--) {
      words.add(generated(random, parts, 5));
    }
    return words;
  }

  private static String generated(Random random, String[] parts, int most) {
    var generated = new StringBuilder();
    for (int length = random.nextInt(most + 1); length > 0; length--) {
      generated.append(parts[random.nextInt(parts.length)]);
    }
    return generated.toString();
  }

  @Test
  @Tag("process")
  void agreesWithTheShellOnLinesWithNothingToExpand() throws Exception {
    var random = new Random(22);
    String[] parts = {
      "a", " ", "'", "\"", "\\", "\\\\", "\\\n", "''", "\"\"", "\t", "b c", "é", "="
    };
    for (int i = 0; i < 400; i++) {
      String line = "x " + generated(random, parts, 12);
      try {
        ShellWords split = ShellWords.split(line);
        if (split.unexpanded().isEmpty()) { // else a line break was not quoted
          assertThat(split.words()).as(line).isEqualTo(wordsOfTheShell(line));
        }
      } catch (ParseException e) {
        assertThat(e.getErrorOffset()).as(line).isBetween(2, line.length() - 1);
      }
    }
  }

  @Test
  @Tag("process")
  void isReadByTheShellAsItWasJoined() throws Exception {
    var random = new Random(23);
    for (int i = 0; i < 300; i++) {
      List<String> words = new ArrayList<>(words(random));
      words.removeIf(word -> ShellWords.join(List.of(word)).startsWith("$'")); // not in every sh
      words.add(0, "x");
      assertThat(wordsOfTheShell(ShellWords.join(words))).isEqualTo(words);
    }
  }

  private static List<String> wordsOfTheShell(String line) throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-c", "printf '%s\\0' " + line)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(shell.getInputStream().readAllBytes(), UTF_8);
    return Arrays.asList(output.substring(0, output.length() - 1).split("\0", -1));
  }
}
