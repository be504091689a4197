package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownFenceTest {

  private static String fenced(String text, String language) throws IOException {
    var out = new ByteArrayOutputStream();
    MarkdownFence.around(PromptPart.of(text), language).writeTo(out);
    return out.toString(UTF_8);
  }

  @Test
  void standsAroundTheText() throws IOException {
    assertThat(fenced("class App {}\n", "java")).isEqualTo("```java\nclass App {}\n```");
    assertThat(fenced("one\r\ntwo\r\n", "")).isEqualTo("```\none\r\ntwo\r\n```");
  }

  @Test
  void isLongerThanAnyRunOfBackticksInTheText() throws IOException {
    assertThat(fenced("a `` b\n", "")).startsWith("```\n").endsWith("\n```");
    assertThat(fenced("```\n```\n", "markdown")).isEqualTo("````markdown\n```\n```\n````");
    String ticks = "`".repeat(5000);
    assertThat(fenced("x" + ticks + "\n", ""))
        .isEqualTo(ticks + "`\nx" + ticks + "\n" + ticks + "`");
  }

  @Test
  void findsARunThatIsWrittenInPieces() throws IOException {
    var out = new ByteArrayOutputStream();
    PromptPart pieces =
        to -> {
          to.write("``".getBytes(UTF_8));
          to.write('`');
          to.write("``\n".getBytes(UTF_8));
        };
    MarkdownFence.around(pieces, "").writeTo(out);
    assertThat(out.toString(UTF_8)).isEqualTo("``````\n`````\n``````");
  }

  @Test
  void tellsTextsApartThatDifferInTheEndOfTheLastLine() throws IOException {
    assertThat(fenced("", "")).isEqualTo("```\n```");
    assertThat(fenced("\n", "")).isEqualTo("```\n\n```");
    assertThat(fenced("a", "")).isEqualTo("```\na\n```\n\\ No newline at end of file");
    assertThat(fenced("a\n", "")).isEqualTo("```\na\n```");
    assertThat(fenced("a\n\n", "")).isEqualTo("```\na\n\n```");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "src/App.java | `src/App.java`",
        "a`b | ``a`b``",
        "`a`` | ``` `a`` ```",
        "a*b_c | `a*b_c`",
      })
  void quotesANameAsCode(String name, String code) {
    assertThat(MarkdownFence.code(name)).isEqualTo(code);
  }
}
