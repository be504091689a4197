package dev.attache.models.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.RequestBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptFieldsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | {}",
        "{\"x\":1} | {}",
        "{\"a\":1} | {\"a\":1}",
        "{\"x\":1,\"a\":2,\"y\":[3,{\"a\":4}],\"b\":\"5\"} | {\"a\":2,\"b\":\"5\"}",
        "{\"a\":{\"x\":1,\"y\":{}},\"x\":{\"a\":1}} | {\"a\":{\"x\":1,\"y\":{}}}",
        "{\"a\":\"},\\\"x\\\":1\\\\\",\"x\":\"}\",\"b\":[]} "
            + "| {\"a\":\"},\\\"x\\\":1\\\\\",\"b\":[]}",
        "{\"a:x\":1,\"x\\\"\":2,\"b\":\"ü\"} | {\"b\":\"ü\"}",
      })
  void areWhatIsLeftInPiecesOfAnySize(String whole, String left) throws IOException {
    for (int size = 1; size <= whole.length(); size++) {
      var out = new ByteArrayOutputStream();
      new KeptFields(body(whole.getBytes(UTF_8), size), Set.of("a", "b")).writeTo(out);
      assertThat(out.toString(UTF_8)).isEqualTo(left);
    }
  }

  private static RequestBody body(byte[] json, int size) {
    return new RequestBody() {
      @Override
      public void writeTo(OutputStream out) throws IOException {
        for (int at = 0; at < json.length; at += size) {
          out.write(json, at, Math.min(size, json.length - at));
        }
      }

      @Override
      public List<Placed> placed() {
        return List.of();
      }
    };
  }
}
