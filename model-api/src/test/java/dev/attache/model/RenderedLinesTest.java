package dev.attache.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenderedLinesTest {

  private static String lines(String... texts) throws IOException {
    var out = new ByteArrayOutputStream();
    RenderedLines.of(Stream.of(texts).map(RenderedText::of).toList()).writeTo(out);
    return out.toString(UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "one, two, one/two",
    "one/, two, one/two",
    "one//, two, one//two",
    "one, '', one",
    "'', two, two",
    "'', '', ''",
    "/, two, /two",
  })
  void beginEachTextOnALineOfItsOwn(String first, String second, String expected)
      throws IOException {
    assertThat(lines(first.replace('/', '\n'), second.replace('/', '\n')))
        .isEqualTo(expected.replace('/', '\n'));
  }

  @Test
  void leaveNoLineForATextWithoutAnything() throws IOException {
    assertThat(lines("one", "", "", "two", "")).isEqualTo("one\ntwo");
  }

  @Test
  void takeATextInPieces() throws IOException {
    RenderedText pieces =
        out -> {
          out.write('a');
          out.write(new byte[0]);
          out.write("bc\n".getBytes(UTF_8), 1, 1);
        };
    var out = new ByteArrayOutputStream();

    RenderedLines.of(Stream.of(pieces, pieces).toList()).writeTo(out);

    assertThat(out.toString(UTF_8)).isEqualTo("ac\nac");
  }

  @Test
  void tellATextWithoutAnythingByItsBeginning() throws IOException {
    RenderedText broken =
        out -> {
          out.write('a');
          throw new IOException("the rest is lost");
        };

    assertThat(RenderedLines.isEmpty(RenderedText.of(""))).isTrue();
    assertThat(RenderedLines.isEmpty(out -> out.write(new byte[0], 0, 0))).isTrue();
    assertThat(RenderedLines.isEmpty(RenderedText.of(" "))).isFalse();
    assertThat(RenderedLines.isEmpty(broken)).isFalse();
  }

  @Test
  void sayWhenATextCannotBeRead() {
    RenderedText lost =
        out -> {
          throw new IOException("it is lost");
        };

    assertThatThrownBy(() -> RenderedLines.isEmpty(lost)).hasMessage("it is lost");
  }
}
