package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** References to contents in the messages of a model, true ones and planted false ones. */
@ParameterizedClass
@ValueSource(strings = {"messages", "input", "contents", "chat"})
class ReferenceOracleTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OLD = "first\nsecond\nthird\n";
  private static final String NEW = "first\nSecond\nthird\n";
  private static final String DIFF = "@@ -1,3 +1,3 @@\n first\n-second\n+Second\n third\n";

  @Parameter String wire = "";

  private final ObjectNode request = JSON.createObjectNode();

  private ArrayNode messages() {
    return request.withArray(wire.equals("chat") ? "messages" : wire);
  }

  /** Adds the result of a tool, as it stands in the history of a provider. */
  private void result(String text) {
    ObjectNode message = messages().addObject();
    switch (wire) {
      case "messages" ->
          message
              .put("role", "user")
              .putArray("content")
              .addObject()
              .put("type", "tool_result")
              .putArray("content")
              .addObject()
              .put("type", "text")
              .put("text", text);
      case "input" -> message.put("type", "function_call_output").put("output", text);
      case "contents" ->
          message
              .put("role", "user")
              .putArray("parts")
              .addObject()
              .putObject("functionResponse")
              .putObject("response")
              .put("output", text);
      default -> message.put("role", "tool").put("content", text);
    }
  }

  private void image(byte[] bytes) {
    String data = Base64.getEncoder().encodeToString(bytes);
    ObjectNode message = messages().addObject().put("role", "user");
    switch (wire) {
      case "messages" ->
          message
              .putArray("content")
              .addObject()
              .put("type", "image")
              .putObject("source")
              .put("type", "base64")
              .put("data", data);
      case "input" ->
          message
              .putArray("output")
              .addObject()
              .put("type", "input_image")
              .put("image_url", "data:image/png;base64," + data);
      case "contents" ->
          message.putArray("parts").addObject().putObject("inlineData").put("data", data);
      default ->
          message
              .putArray("content")
              .addObject()
              .put("type", "image_url")
              .putObject("image_url")
              .put("url", "data:image/png;base64," + data);
    }
  }

  private static String digest(byte[] bytes) throws Exception {
    return "sha256:"
        + HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
            .substring(0, 12);
  }

  private static String digest(String text) throws Exception {
    return digest(text.getBytes(UTF_8));
  }

  private static String below(String head, String text) throws Exception {
    return "a.txt " + digest(text) + " " + head + "\n" + text;
  }

  private static String unchanged(String text) throws Exception {
    return "a.txt is unchanged since I returned it in this session (" + digest(text) + "); call…";
  }

  private static String changed(String from, String to) throws Exception {
    return "a.txt has changed. Unified diff from "
        + digest(from)
        + " to "
        + digest(to)
        + "; call with force=true for all of it:\n"
        + DIFF;
  }

  private List<String> problems() {
    return ReferenceOracle.problems(SentToModel.in(request));
  }

  @Test
  void isContentWithReferencesToWhatIsThere() throws Exception {
    byte[] image = {1, 2, 3};
    result(below("3 lines", OLD));
    result(unchanged(OLD));
    result("a.txt " + digest(OLD) + " 3 lines: unchanged.");
    result(changed(OLD, NEW));
    result("<context>\n" + unchanged(NEW) + "\n</context>");
    result(below("lines 4-5 of 9", "fourth\nfifth\n") + "More: call refresh_resource …");
    result("a.txt " + digest("fourth\nfifth\n") + " lines 4-5 of 9: unchanged.");
    result(below("1 line", "without an end") + "\n</context>");
    result("a.png " + digest(image) + " image/png 3 bytes");
    image(image);
    assertThat(problems()).isEmpty();
  }

  @Test
  void findsReferencesToWhatIsNotThere() throws Exception {
    result(unchanged(OLD));
    result(below("3 lines", NEW));
    result("a.txt " + digest(OLD) + " 3 lines: unchanged.");
    assertThat(problems())
        .containsExactly(
            "refers to what is not there: " + unchanged(OLD),
            "refers to what is not there: a.txt " + digest(OLD) + " 3 lines: unchanged.");
  }

  @Test
  void findsTextsThatAreCut() throws Exception {
    String head = "a.txt " + digest(OLD) + " 3 lines";
    result(head + "\nfirst\n…1 line truncated…\nthird\n");
    result(unchanged(OLD));
    assertThat(problems())
        .containsExactly(
            "has another content below: " + head, "refers to what is not there: " + unchanged(OLD));
  }

  @Test
  void findsTextsThatAreEscaped() throws Exception {
    result(JSON.createArrayNode().add(below("3 lines", OLD)).toString());
    assertThat(problems()).hasSize(1);
  }

  @Test
  void findsImagesThatAreNotThere() throws Exception {
    String head = "a.png " + digest(new byte[] {1, 2, 3}) + " image/png 3 bytes";
    result(head + "\n[Binary content: image/png]");
    image(new byte[] {1, 2});
    assertThat(problems()).containsExactly("has another content below: " + head);
  }

  @Test
  void findsDiffsOfWhatIsNotThere() throws Exception {
    result(changed(OLD, NEW));
    result(unchanged(NEW));
    assertThat(problems())
        .containsExactly(
            "changes what is not there: " + changed(OLD, NEW).lines().findFirst().orElseThrow(),
            "refers to what is not there: " + unchanged(NEW));
  }

  @Test
  void findsDiffsThatLeadToSomethingElse() throws Exception {
    result(below("3 lines", OLD));
    result(changed(OLD, NEW + "fourth\n"));
    assertThat(problems())
        .containsExactly(
            "leads to something else: "
                + changed(OLD, NEW + "fourth\n").lines().findFirst().orElseThrow());
  }

  @Test
  void appliesDiffsOfTextsWithoutALineEnd() throws Exception {
    result(below("2 lines", "first\nsecond"));
    result(
        "a.txt has changed. Unified diff from "
            + digest("first\nsecond")
            + " to "
            + digest("first\nsecond\nthird")
            + ":\n@@ -1,2 +1,3 @@\n first\n-second\n\\ No newline at end of file\n+second\n+third\n"
            + "\\ No newline at end of file\n");
    result(unchanged("first\nsecond\nthird"));
    assertThat(problems()).isEmpty();
  }

  @Test
  void doesNotTakeTheModelsOwnWordsForContents() throws Exception {
    messages().addObject().put("role", "assistant").put("content", below("3 lines", OLD));
    messages().addObject().put("role", "model").put("content", below("3 lines", OLD));
    result(unchanged(OLD));
    assertThat(problems()).hasSize(1);
  }
}
