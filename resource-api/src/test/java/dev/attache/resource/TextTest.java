package dev.attache.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {

  @Test
  void isText() {
    assertThat(Text.of("a").isText()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"'', 0", "abc, 3", "\u00e9, 2", "\u20ac, 3", "\ud83d\udcce, 4"})
  void countsItsBytesInUtf8(String value, long size) {
    assertThat(Text.of(value).size()).isEqualTo(size);
  }

  @ParameterizedTest
  @CsvSource({
    "'', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "caf\u00e9, 850f7dc43910ff890f8879c0ed26fe697c93a067ad93a7d50f466a7028a9bf4e",
  })
  void digestsItsBytesInUtf8(String value, String hex) {
    assertThat(Text.of(value).digest().hex()).isEqualTo(hex);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " a \r\n\tb\n\n", "\ufeffa", "a\u0000b", "e\u0301", "\ud83d\udcce"})
  void keepsItsCharactersExactly(String value) {
    assertThat(Text.parseUtf8(value.getBytes(UTF_8), 0, value.getBytes(UTF_8).length))
        .map(Text::value)
        .contains(value);
  }

  @Test
  void givesItsBytesThroughEveryDoor() throws IOException {
    byte[] utf8 = "caf\u00e9\n".getBytes(UTF_8);
    Text text = Text.of("caf\u00e9\n");
    var written = new ByteArrayOutputStream();
    text.writeTo(written);

    assertThat(text.toByteArray()).isEqualTo(utf8);
    assertThat(text.open()).hasBinaryContent(utf8);
    assertThat(written.toByteArray()).isEqualTo(utf8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "a\udcce", "\udcce\ud83d", "\ud83da"})
  void refusesAnUnpairedSurrogate(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResourceContent.text(value))
        .withMessage("text must not contain an unpaired surrogate");
  }

  @Test
  void isNotChangedThroughTheBytesItWasParsedFrom() {
    byte[] bytes = "abc".getBytes(UTF_8);
    Text text = Text.parseUtf8(bytes, 0, 3).orElseThrow();
    bytes[0] = 'x';

    assertThat(text.value()).isEqualTo("abc");
  }

  @Test
  void isNotChangedThroughTheBytesItGives() {
    Text text = Text.of("abc");
    text.toByteArray()[0] = 'x';

    assertThat(text.toByteArray()).isEqualTo("abc".getBytes(UTF_8));
  }

  @Test
  void parsesARangeOfTheBytes() {
    assertThat(Text.parseUtf8("xxabcyy".getBytes(UTF_8), 2, 3)).map(Text::value).contains("abc");
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, 4", "3, 1", "1, -1", "1, 2147483647"})
  void refusesARangeBeyondTheBytes(int offset, int length) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Text.parseUtf8(new byte[3], offset, length))
        .withMessage("Range [%s, %<s + %s) out of bounds for length 3", offset, length);
  }

  @Test
  void parsesNothingWhenTheRangeCutsACharacter() {
    assertThat(Text.parseUtf8("\u20ac".getBytes(UTF_8), 0, 2)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "lone continuation byte, 80",
    "two bytes cut short, c3",
    "three bytes cut short, e282",
    "four bytes cut short, f09f93",
    "overlong slash, c0af",
    "overlong NUL, e08080",
    "overlong euro, f08282ac",
    "high surrogate, eda0bd",
    "surrogate pair, eda0bdedb38e",
    "beyond U+10FFFF, f4908080",
    "five bytes, f888808080",
    "UTF-16, fffe6100",
    "Latin-1, 636166e9",
    "bad byte after good ones, 616263ff",
  })
  void parsesNothingFromBytesThatAreNotUtf8(String what, String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);

    assertThat(Text.parseUtf8(bytes, 0, bytes.length)).as(what).isEmpty();
  }

  @Test
  void agreesWithTheStrictDecoderOfTheJdk() {
    var random = new Random(65);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = mostlyUtf8(random);

      assertThat(Text.parseUtf8(bytes, 0, bytes.length).map(Text::value))
          .as("round %d: %s", round, HexFormat.of().formatHex(bytes))
          .isEqualTo(strictlyDecoded(bytes));
    }
  }

  private static Optional<String> strictlyDecoded(byte[] bytes) {
    try {
      return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** Some code points in UTF-8, in which, as a rule, one byte is then changed or the end cut. */
  private static byte[] mostlyUtf8(Random random) {
    var text = new StringBuilder();
    int[] bounds = {0x80, 0x800, 0xd800, 0x110000};
    for (int length = random.nextInt(12); length > 0; length--) {
      int codePoint = random.nextInt(bounds[random.nextInt(bounds.length)]);
      text.appendCodePoint(codePoint >= 0xd800 && codePoint < 0xe000 ? 0xfffd : codePoint);
    }
    byte[] bytes = text.toString().getBytes(UTF_8);
    if (bytes.length > 0 && random.nextInt(3) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(3) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
  }
}
