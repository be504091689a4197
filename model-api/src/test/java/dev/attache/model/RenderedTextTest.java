package dev.attache.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenderedTextTest {

  private static String written(RenderedText text) throws IOException {
    var out = new ByteArrayOutputStream();
    text.writeTo(out);
    return out.toString(UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "plain,plain",
    "\ud83d\ude00,\ud83d\ude00",
    "a\ud83d,a\ufffd",
    "\ude00b,\ufffdb",
    "\ude00\ud83d,\ufffd\ufffd",
    "\ud83d\ud83d\ude00,\ufffd\ud83d\ude00"
  })
  void hasAReplacementForEachHalfCharacter(String text, String mended) throws IOException {
    assertThat(written(RenderedText.of(text))).isEqualTo(mended);
  }

  @Test
  void isTheSameObjectIfItIsWellFormed() {
    String text = "no half \ud83d\ude00";
    assertThat(RenderedText.wellFormed(text)).isSameAs(text);
  }

  @Test
  void canBeWrittenMoreThanOnce() throws IOException {
    RenderedText text = RenderedText.of(ResourceContent.text("twice"));
    assertThat(written(text)).isEqualTo("twice");
    assertThat(written(text)).isEqualTo("twice");
  }

  @Test
  void failsAsItsContentDoes() {
    RenderedText text =
        RenderedText.of(
            Stored.text(
                1,
                ResourceContent.text("x").digest(),
                () -> {
                  throw new FileNotFoundException("the blob is gone");
                }));
    assertThatThrownBy(() -> written(text))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("the blob is gone");
  }
}
