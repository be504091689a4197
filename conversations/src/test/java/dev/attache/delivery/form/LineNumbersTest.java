package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceUri;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineNumbersTest {

  private static String numbered(PromptPart text, String uri) throws IOException {
    var out = new ByteArrayOutputStream();
    LineNumbers.of(text, ResourceUri.of(uri)).writeTo(out);
    return out.toString(UTF_8);
  }

  @Test
  void standBeforeEachLine() throws IOException {
    String uri = "file:///w/a.txt";
    assertThat(numbered(PromptPart.of("one\n\n  three"), uri)).isEqualTo("1\tone\n2\t\n3\t  three");
    assertThat(numbered(PromptPart.of("one\r\ntwo\r\n"), uri)).isEqualTo("1\tone\r\n2\ttwo\r\n");
    assertThat(numbered(PromptPart.of("\n"), uri)).isEqualTo("1\t\n");
    assertThat(numbered(PromptPart.of(""), uri)).isEmpty();
  }

  @Test
  void goOnWhereATextIsWrittenInPieces() throws IOException {
    PromptPart pieces =
        out -> {
          out.write("on".getBytes(UTF_8));
          out.write("e\ntw".getBytes(UTF_8));
          out.write('o');
          out.write('\n');
          out.write("ö".getBytes(UTF_8));
        };
    assertThat(numbered(pieces, "x:a")).isEqualTo("1\tone\n2\ttwo\n3\tö");
  }

  @ParameterizedTest
  @CsvSource({
    "file:///w/a.txt#L10-20, 10",
    "file:///w/a.txt#L7, 7",
    "file:///w/a.txt#L, 1",
    "file:///w/a.txt#L1x, 1",
    "https://example.org/a#L10-20, 1",
    "file:///w/a%23L10.txt, 1",
  })
  void beginWithTheFirstLineThatIsSelected(String uri, int first) throws IOException {
    assertThat(numbered(PromptPart.of("a\nb\n"), uri))
        .isEqualTo(first + "\ta\n" + (first + 1) + "\tb\n");
  }
}
