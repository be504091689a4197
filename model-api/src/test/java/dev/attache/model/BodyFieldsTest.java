package dev.attache.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BodyFieldsTest {

  private static Map<String, @Nullable Object> object(@Nullable Object... pairs) {
    var object = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < pairs.length; i += 2) {
      object.put(String.valueOf(pairs[i]), pairs[i + 1]);
    }
    return object;
  }

  private static String written(BodyFields fields) throws IOException {
    var out = new ByteArrayOutputStream();
    var body = new BodyWriter(out).startObject();
    fields.writeTo(body);
    body.endObject().flush();
    return out.toString(UTF_8);
  }

  @Test
  void standInTheOrderOfTheWireAndThenOfTheUser() throws IOException {
    var fields =
        new BodyFields()
            .put("model", "m")
            .put("system", null)
            .put("stream", true)
            .add(object("top", 1, "stream", false), "messages");

    assertThat(written(fields)).isEqualTo("{\"model\":\"m\",\"stream\":false,\"top\":1}");
  }

  @Test
  void takeMoreIntoObjectsAndArrays() throws IOException {
    var fields =
        new BodyFields()
            .put("options", object("a", 1, "in", object("x", 1)))
            .put("tools", List.of("t"))
            .add(
                object(
                    "options", object("in", object("y", 2), "a", 3), "tools", List.of("u"), "z", 4),
                "messages");

    assertThat(written(fields))
        .isEqualTo(
            "{\"options\":{\"a\":3,\"in\":{\"x\":1,\"y\":2}},\"tools\":[\"t\",\"u\"],\"z\":4}");
  }

  @Test
  void leaveTheMessagesToTheConversation() {
    assertThatThrownBy(() -> new BodyFields().add(object("contents", List.of()), "contents"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("extra (contents) is written from the conversation and cannot be given");
  }

  @Test
  void leaveToTheRestOfTheBodyWhatItWrites() {
    assertThatThrownBy(() -> new BodyFields().add(object("system", "s"), "tools", "system"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("extra (system) is written from the conversation and cannot be given");
  }

  @Test
  void areReplacedByWhatIsOfAnotherKind() throws IOException {
    var fields =
        new BodyFields()
            .put("a", object("in", 1))
            .put("b", List.of(1))
            .put("c", 1)
            .add(object("a", List.of(2), "b", object("in", 2), "c", null), "messages");

    assertThat(written(fields)).isEqualTo("{\"a\":[2],\"b\":{\"in\":2},\"c\":null}");
  }
}
