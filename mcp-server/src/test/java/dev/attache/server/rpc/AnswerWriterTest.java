package dev.attache.server.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.rpc.AnswerWriter.Fields;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

/** How an answer comes together of what several write. */
class AnswerWriterTest {

  private static final Fields HEAD = json -> json.writeStringField("resultType", "complete");

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(UTF_8);
  }

  private static void assertAnswer(AnswerWriter out, String result) throws IOException {
    String answer = "{'jsonrpc':'2.0','id':'a\\\"b','result':" + result + "}";
    assertThat(out.end()).asString(UTF_8).isEqualTo(new String(bytes(answer), UTF_8));
  }

  @Test
  void isAnEmptyObjectUnlessSomethingIsWritten() throws IOException {
    assertAnswer(new AnswerWriter("a\"b", Fields.NONE), "{}");
    assertAnswer(new AnswerWriter("a\"b", HEAD), "{'resultType':'complete'}");
  }

  @Test
  void hasTheFieldsBehindItsHead() throws IOException {
    var out = new AnswerWriter("a\"b", HEAD);
    out.fields().writeNumberField("ttlMs", 1);
    assertAnswer(out, "{'resultType':'complete','ttlMs':1}");
  }

  @Test
  void takesValuesThatOthersWrite() throws IOException {
    var out = new AnswerWriter("a\"b", Fields.NONE);
    out.fields().writeArrayFieldStart("contents");
    out.value().write(bytes("{'uri':'a'}"));
    out.value().write(bytes("{'uri':'b'}"));
    out.fields().writeEndArray();
    assertAnswer(out, "{'contents':[{'uri':'a'},{'uri':'b'}]}");
  }

  @Test
  void takesAWholeResult() throws IOException {
    var out = new AnswerWriter("a\"b", Fields.NONE);
    out.result().write(bytes("{'content':[]}"));
    assertAnswer(out, "{'content':[]}");
  }

  @Test
  void putsItsHeadIntoAWholeResultHoweverThatIsWritten() throws IOException {
    var atOnce = new AnswerWriter("a\"b", HEAD);
    try (OutputStream result = atOnce.result()) {
      result.write(new byte[0]);
      result.write(bytes("{'content':[]}"));
    }
    assertAnswer(atOnce, "{'resultType':'complete','content':[]}");
    var byByte = new AnswerWriter("a\"b", HEAD);
    try (OutputStream result = byByte.result()) {
      for (byte each : bytes("{'content':[]}")) {
        result.write(each);
      }
    }
    assertAnswer(byByte, "{'resultType':'complete','content':[]}");
  }
}
