package dev.attache.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.chat.NamedInText.Found;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamedInTextTest {

  private static final Set<String> FILES =
      Set.of(
          "a.txt",
          "src",
          "src/",
          "src/Main.java",
          "my file.txt",
          "größe.md",
          "odd).txt",
          "[x].md",
          "what?",
          "./a.txt",
          "C++",
          "it's");

  /** Where these files are, a pattern for those of Java, a server, and what is not for texts. */
  private static final NamedInText.Place PLACE =
      new NamedInText.Place() {

        @Override
        public Found path(String path) {
          return FILES.contains(path)
              ? Found.FILE
              : path.equals(".env")
                  ? Found.SENSITIVE
                  : path.equals("/etc/hosts") ? Found.OUTSIDE : Found.NOTHING;
        }

        @Override
        public boolean matches(String pattern) {
          return pattern.endsWith("*.java");
        }

        @Override
        public boolean hasServer(String name) {
          return name.equals("github");
        }
      };

  private static NamedInText in(String text) {
    return NamedInText.in(text, PLACE);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      textBlock =
          """
          @a.txt, a.txt
          Look at @a.txt, a.txt
          |Look at @a.txt, please| , a.txt
          Is it @a.txt?, a.txt
          See (@a.txt)., a.txt
          |`@src/Main.java`| , src/Main.java
          @src, src
          @src/, src/
          |@"my file.txt" is odd| , my file.txt
          @größe.md, größe.md
          @odd).txt, odd).txt
          @[x].md., [x].md
          @what?, what?
          @./a.txt, ./a.txt
          @C++ and so on, C++
          @it's here, it's
          @src/Main.java#L10-20!, src/Main.java#L10-20
          @src/Main.java#L7, src/Main.java#L7
          @src/**/*.java, src/**/*.java
          |@*.java, all| , *.java
          @github:issue://7, mcp+github+issue://7
          |(@github:issue://7)| , mcp+github+issue://7
          @mcp+github+issue://7, mcp+github+issue://7
          """)
  void attachesWhatIsThere(String text, String reference) {
    assertThat(in(text).references()).containsExactly(reference);
    assertThat(in(text).notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "@",
        "@ a.txt",
        "@@a.txt",
        "ann@a.txt",
        "ann.lee@a.txt",
        "git@github:x/y",
        "\\@a.txt",
        "a/@a.txt",
        "@Override",
        "@SuppressWarnings({\"unchecked\", \"raw\"})",
        "@Test(timeout = 3)",
        "@param x the *",
        "@gitlab:issue://7",
        "@\"",
        "@\"no end",
        "meet me @ 5",
        "@…"
      })
  void leavesTheRestAsText(String text) {
    assertThat(in(text).references()).isEmpty();
    assertThat(in(text).notes()).isEmpty();
  }

  @Test
  void saysOfWhatLooksLikeAPathThatItIsOnlyText() {
    assertThat(in("@src/Man.java, @missing.md and @\"no such\"").notes())
        .containsExactly(
            "@src/Man.java names nothing here, and is only text",
            "@missing.md names nothing here, and is only text",
            "@no such names nothing here, and is only text");
  }

  @Test
  void saysItOfAFewOnly() {
    assertThat(in("@a/b @a/c @a/d @a/e @a/f").notes())
        .hasSize(4)
        .last()
        .isEqualTo("2 more are only text");
    assertThat(in("@a/b @a/c @a/d @a/e").notes()).last().isEqualTo("1 more is only text");
  }

  @Test
  void attachesNothingByItsNameThatMayHoldSecretsOrLiesElsewhere() {
    NamedInText named = in("Compare @.env with @/etc/hosts.");
    assertThat(named.references()).isEmpty();
    assertThat(named.notes())
        .containsExactly(
            "@.env often contains secrets; to attach it: /attach .env",
            "@/etc/hosts is outside the workspace; to attach it: /attach /etc/hosts");
  }

  @Test
  void attachesEachOnceInTheOrderOfTheText() {
    assertThat(in("@src/Main.java @a.txt\n@src/Main.java\t@\"my file.txt\"").references())
        .containsExactly("src/Main.java", "a.txt", "my file.txt");
  }
}
