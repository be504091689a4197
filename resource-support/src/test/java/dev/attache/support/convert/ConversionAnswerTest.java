package dev.attache.support.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.DocumentImage;
import dev.attache.resource.convert.DocumentPart;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversionAnswerTest {

  private static final Conversion ALL =
      new Conversion(
          "# Title\n",
          List.of("A note."),
          List.of(new DocumentPart("image=1", "image/png")),
          List.of(image("image=1", 3), image("page-image=2", 0)));

  private static DocumentImage image(String selector, int bytes) {
    return new DocumentImage(selector, "image/png", ResourceContent.blob(new byte[bytes]), "text");
  }

  @Test
  void holdsTextNotesPartsAndPictures() throws Exception {
    assertThat(ConversionAnswer.read(ConversionAnswer.of(7, ALL))).isEqualTo(ALL);
  }

  @Test
  void isNoneWhereItEndsEarly() {
    byte[] whole = ConversionAnswer.of(7, ALL).payload();
    for (int i = 0; i < whole.length; i++) {
      byte[] cut = Arrays.copyOf(whole, i);
      assertThatThrownBy(() -> ConversionAnswer.read(new Frame(7, cut)))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void isNoneWhereAPictureIsNamedAsWhatIsNone() {
    byte[] bytes = ConversionAnswer.of(7, ALL).payload();
    String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    int at = text.lastIndexOf("page-image=2");
    bytes[at] = '#';
    assertThatThrownBy(() -> ConversionAnswer.read(new Frame(7, bytes)))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer");
  }

  @Test
  void hasNoMorePicturesThanAMessageHolds() throws ConversionException {
    List<DocumentImage> many = Collections.nCopies(5, image("image=1", 9 << 20));
    Conversion cut =
        Cut.to(new Conversion("", List.of(), List.of(), many), ConversionLimits.DEFAULT);
    assertThat(cut.images()).hasSize(3);
    assertThat(cut.notes())
        .containsExactly("Only the first 3 of 5 pictures are here; the others are too large.");
  }
}
