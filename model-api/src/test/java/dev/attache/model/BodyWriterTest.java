package dev.attache.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyWriterTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What writes a part of a body. */
  @FunctionalInterface
  private interface Part {
    void writeTo(BodyWriter body) throws IOException;
  }

  private static String written(Part part) throws IOException {
    var out = new ByteArrayOutputStream();
    var body = new BodyWriter(out);
    part.writeTo(body);
    body.flush();
    return out.toString(UTF_8);
  }

  @Test
  void writesFieldsInTheOrderOfTheCalls() throws IOException {
    assertThat(
            written(
                body ->
                    body.startObject()
                        .field("model", "m")
                        .field("none", (String) null)
                        .field("stream", true)
                        .field("max_tokens", 17)
                        .name("parts")
                        .startArray()
                        .value("a")
                        .text(RenderedText.of("b"))
                        .raw("{\"c\":1}")
                        .base64(ResourceContent.blob(new byte[] {1, 2, 3, 4}))
                        .endArray()
                        .field("extra", List.of(1, 2.5, false))
                        .endObject()))
        .isEqualTo(
            "{\"model\":\"m\",\"stream\":true,\"max_tokens\":17,"
                + "\"parts\":[\"a\",\"b\",{\"c\":1},\"AQIDBA==\"],\"extra\":[1,2.5,false]}");
  }

  @Test
  void escapesWhatJsonHasToAndNothingElse() throws IOException {
    var all = new StringBuilder();
    for (int c = 0; c < 0x250; c++) {
      all.appendCodePoint(c);
    }
    all.append("\u2028\ufeff\ud83d\ude00");
    String written = written(body -> body.text(RenderedText.of(all.toString())));
    assertThat(JSON.readTree(written).textValue()).isEqualTo(all.toString());
    assertThat(written)
        .startsWith("\"\\u0000\\u0001")
        .contains("\\u0008\\t\\n\\u000b\\u000c\\r\\u000e")
        .contains("\\u001f !\\\"#")
        .contains("[\\\\]")
        .contains("~\u007f\u0080");
  }

  @Test
  void writesTextsThatComeInPiecesAsIfTheyCameWhole() throws IOException {
    String text = "a\"b\\\ud83d\ude00\n\u0001é".repeat(50);
    byte[] utf8 = text.getBytes(UTF_8);
    String whole = written(body -> body.text(RenderedText.of(text)));
    for (int size = 1; size <= 7; size++) {
      int piece = size;
      RenderedText inPieces =
          out -> {
            for (int at = 0; at < utf8.length; at += piece) {
              out.write(utf8, at, Math.min(piece, utf8.length - at));
            }
          };
      assertThat(written(body -> body.text(inPieces))).isEqualTo(whole);
    }
    assertThat(
            written(
                body ->
                    body.text(
                        out -> {
                          for (byte b : utf8) {
                            out.write(b);
                          }
                        })))
        .isEqualTo(whole);
  }

  @Test
  void mendsHalfCharactersInTextsNamesAndValues() throws IOException {
    var object = new LinkedHashMap<String, Object>();
    object.put("k\ud800", List.of("v\udc00"));
    assertThat(
            written(
                body ->
                    body.startObject()
                        .field("t", "\ud83d")
                        .field("o", object)
                        .name("n\ud800")
                        .value(null)
                        .endObject()))
        .isEqualTo("{\"t\":\"\ufffd\",\"o\":{\"k\ufffd\":[\"v\ufffd\"]},\"n\ufffd\":null}");
  }

  @Test
  void keepsNamesApartThatAreTheSameOnceTheyAreMended() throws IOException {
    var object = new LinkedHashMap<String, Object>();
    object.put("\ud800", 1);
    object.put("\ud801", 2);
    object.put("\ufffd", 3);
    assertThat(written(body -> body.value(object)))
        .isEqualTo("{\"\ufffd\":1,\"\ufffd\ufffd\":2,\"\ufffd\ufffd\ufffd\":3}");
  }

  @Test
  void mendsHalfCharactersInTheJsonOfOthersHoweverTheyAreWritten() throws IOException {
    String json =
        "{\"a\":\"\\ud83d\\ude00 \\uD83D \\udE00x \\\\ud83d \\\\\\ud83d\",\"b\":\"\ud83d\"}";
    assertThat(written(body -> body.raw(json)))
        .isEqualTo(
            "{\"a\":\"\\ud83d\\ude00 \ufffd \ufffdx \\\\ud83d \\\\\ufffd\",\"b\":\"\ufffd\"}");
  }

  @Test
  void leavesTheJsonOfOthersAsItIs() throws IOException {
    String json = "{ \"thinking\" : \"\\u00e9\\/\",\t\"signature\":\"EqQB==\" , \"n\": 1e0}";
    assertThat(written(body -> body.startArray().raw(json).raw("1").endArray()))
        .isEqualTo("[" + json + ",1]");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 56, 57, 58, 8191, 8192, 8193, 65535, 65536, 200_001})
  void writesBase64InOneLineWhateverItsLength(int size) throws IOException {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    String base64 = Base64.getEncoder().encodeToString(bytes);
    assertThat(
            written(
                body ->
                    body.startArray()
                        .base64(ResourceContent.blob(bytes))
                        .dataUrl("image/png", ResourceContent.blob(bytes))
                        .endArray()))
        .isEqualTo("[\"" + base64 + "\",\"data:image/png;base64," + base64 + "\"]");
  }

  @Test
  void cannotBeBrokenByTheTypeOfADataUrl() throws IOException {
    String written =
        written(body -> body.dataUrl("a/b\",\"x\n\ud800é", ResourceContent.blob(new byte[0])));
    assertThat(JSON.readTree(written).textValue()).isEqualTo("data:a/b\",\"x\n\ufffdé;base64,");
  }

  @Test
  void handsOnWhatIsWrittenBeforeTheRestIsThere() throws IOException {
    var counting = new CountingStream();
    byte[] piece = new byte[1 << 16];
    Arrays.fill(piece, (byte) 'x');
    RenderedText large =
        out -> {
          for (long written = 0; written < 8_000_000; written += piece.length) {
            assertThat(written - counting.count).isLessThanOrEqualTo(2L * piece.length);
            out.write(piece);
          }
        };
    new BodyWriter(counting).text(large).flush();
    assertThat(counting.count).isEqualTo(123L * piece.length + 2);
  }

  @Test
  void failsIfAContentFailsInTheMiddle() {
    byte[] half = new byte[100_000];
    var content =
        Stored.blob(
            200_000,
            ResourceContent.blob(half).digest(),
            () -> new SequenceInputStream(new ByteArrayInputStream(half), failing()));
    assertThatThrownBy(() -> written(body -> body.base64(content)))
        .isInstanceOf(IOException.class)
        .hasMessage("the disk is gone");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void refusesNumbersThatJsonDoesNotHave(double number) {
    assertThatThrownBy(() -> written(body -> body.value(Map.of("n", number))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static InputStream failing() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        throw new IOException("the disk is gone");
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return read();
      }
    };
  }

  private static final class CountingStream extends OutputStream {
    long count;

    @Override
    public void write(int b) {
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      count += length;
    }
  }
}
