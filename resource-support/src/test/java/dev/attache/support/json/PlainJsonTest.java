package dev.attache.support.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlainJsonTest {

  private static String written(@Nullable Object value) throws IOException {
    return new String(PlainJson.write(value), UTF_8);
  }

  @Test
  void writesEveryKindOfValueThatIsRead() throws IOException {
    assertThat(
            written(
                new ArrayList<>(
                    Arrays.asList(
                        null,
                        true,
                        7,
                        1L << 40,
                        BigInteger.ONE.shiftLeft(70),
                        new BigDecimal("1.50"),
                        0.1,
                        -0.0,
                        "a\"\\\n\u0001é😀",
                        List.of(),
                        Map.of()))))
        .isEqualTo(
            "[null,true,7,1099511627776,1180591620717411303424,1.50,0.1,-0.0,"
                + "\"a\\\"\\\\\\n\\u0001é\\uD83D\\uDE00\",[],{}]");
  }

  @Test
  void keepsTheOrderOfTheText() throws IOException {
    String text = "{\"z\":1,\"a\":[{\"y\":2,\"b\":3}],\"m\":null}";
    assertThat(written(PlainJson.read(text))).isEqualTo(text);
  }

  @Test
  void writesNamesOfAnyKindAsTexts() throws IOException {
    var map = new LinkedHashMap<@Nullable Object, Object>();
    map.put(7, 1);
    map.put(null, 2);
    assertThat(written(map)).isEqualTo("{\"7\":1,\"null\":2}");
  }

  @Test
  void writesHalfCharactersAsTheyAreEscaped() throws IOException {
    assertThat(written(Map.of("\udc00", "\ud800"))).isEqualTo("{\"\\uDC00\":\"\\uD800\"}");
  }

  /** JSON has no text for them; what an id was that is one is told all the same. */
  @Test
  void writesNumbersThatJsonDoesNotHaveAsTexts() throws IOException {
    assertThat(written(PlainJson.read("[1e400,-1e400]"))).isEqualTo("[\"Infinity\",\"-Infinity\"]");
    assertThat(written(Double.NaN)).isEqualTo("\"NaN\"");
  }

  @Test
  void refusesToWriteWhatJsonDoesNotHave() {
    assertThatThrownBy(() -> PlainJson.write(List.of('c')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("value of java.lang.Character must be one that JSON has");
  }

  @Test
  void closesTheStreamThatAGeneratorWritesTo() throws IOException {
    var isClosed = new AtomicBoolean();
    var out =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            isClosed.set(true);
          }
        };
    try (JsonGenerator generator = PlainJson.generator(out)) {
      PlainJson.write(List.of("a", 1), generator);
    }
    assertThat(out.toString(UTF_8)).isEqualTo("[\"a\",1]");
    assertThat(isClosed).isTrue();
  }

  @Test
  void readsAsManyValuesAsThereMayBe() throws IOException {
    int most = PlainJsonReader.MAX_VALUES;
    byte[] fits = ("[" + "7,".repeat(most - 2) + "7]").getBytes(UTF_8);
    assertThat((List<?>) PlainJson.read(fits, 0, fits.length)).hasSize(most - 1);
    byte[] isMore = ("[" + "7,".repeat(most - 1) + "7]").getBytes(UTF_8);
    UnreadableException failure =
        catchThrowableOfType(
            UnreadableException.class, () -> PlainJson.read(isMore, 0, isMore.length));
    assertThat(failure).hasMessage("has more than 2000000 values, the limit");
    assertThat(failure.isTooLarge()).isTrue();
  }

  @Test
  void countsTheValuesOfATextThatIsReadTwiceOnce() throws IOException {
    String text = "{\"\\ud800\":[" + "7,".repeat(PlainJsonReader.MAX_VALUES - 3) + "7]}";
    assertThat(PlainJson.read(text)).isInstanceOf(Map.class);
  }

  @Test
  void takesNoOtherCharacterForADigitOfAnEscape() {
    String reh = "[\"\\uD\u0631F6\"]"; // U+0631, whose lower half is that of a 1
    String wide = "[\"\\u\uff11234\"]"; // U+FF11, a 1 that is as wide as other characters
    for (String text : List.of(reh, wide)) {
      byte[] bytes = text.getBytes(UTF_8);
      assertThatThrownBy(() -> PlainJson.read(bytes, 0, bytes.length))
          .isInstanceOf(UnreadableException.class);
      assertThatThrownBy(() -> PlainJson.read(text)).isInstanceOf(UnreadableException.class);
    }
  }

  @Test
  void keepsTheOrderOfFieldsAndLargeNumbers() throws IOException {
    String json =
        "{\"z\":1,\"a\":[true,null,1.5,9007199254740993,123456789012345678901234567890],\"m\":{}}";
    Object value = readBytes(json);
    assertThat(new String(PlainJson.write(value), UTF_8)).isEqualTo(json);
    List<Object> numbers = new ArrayList<>((List<?>) LenientValues.object(value).get("a"));
    assertThat(numbers)
        .containsExactly(
            true, null, 1.5, 9007199254740993L, new BigInteger("123456789012345678901234567890"));
  }

  @Test
  void readsOneValueOnly() {
    assertThatIOException().isThrownBy(() -> readBytes("{} {}"));
    assertThatIOException().isThrownBy(() -> readBytes(""));
    assertThatIOException().isThrownBy(() -> readBytes("[".repeat(5000)));
  }

  private static Object readBytes(String json) throws IOException {
    byte[] bytes = json.getBytes(UTF_8);
    Object value = PlainJson.read(bytes, 0, bytes.length);
    return value == null ? "null" : value;
  }
}
