package dev.attache.resource.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Base64TextTest {

  @Test
  void decodesEverySpellingOfRandomBytes() {
    var random = new Random(5);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      assertThat(Base64Text.decode(Base64.getEncoder().encodeToString(bytes))).isEqualTo(bytes);
      assertThat(Base64Text.decode(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)))
          .isEqualTo(bytes);
      assertThat(Base64Text.decode("\t" + Base64.getMimeEncoder().encodeToString(bytes) + " \n"))
          .isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'AA?A', has an invalid base64 digit at 2",
    "'ÄAAA', has an invalid base64 digit at 0",
    "'data:x,AAAA', has an invalid base64 digit at 4",
    "'AAAAA', ends within a byte at 5",
    "'A', ends within a byte at 1",
    "'A===', ends within a byte at 4",
    "'AA==AA', continues after its padding at 2",
  })
  void saysWhereATextIsNone(String text, String message) {
    assertThatThrownBy(() -> Base64Text.decode(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"data:image/png;base64,", "data:;base64,", " data:text/plain;charset=x;base64,"})
  void decodesWhatADataUrlHolds(String start) {
    assertThat(Base64Text.decode(start + "AQID")).containsExactly(1, 2, 3);
  }

  @Test
  void takesNothingForNothing() {
    assertThat(Base64Text.decode("")).isEmpty();
    assertThat(Base64Text.decode(" =\n")).isEmpty();
  }
}
