package dev.attache.handlers.cmd.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.handlers.cmd.run.Captured;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** JSON that a program printed, as far as that does not need the engine. */
class JsonResourcesTest {

  private static final ResourceUri ASKED = ResourceUri.of("jira:A-1");

  private static final String EXPECTED =
      "printed JSON whose root must be {\"contents\": [...]} as of MCP's"
          + " resources/read, {\"content\": [...]} as of a tool's response, a resource {\"uri\":"
          + " ..., \"text\" or \"blob\": ...}, an array of resources, or a result {\"kind\": ...,"
          + " \"data\": ...}; it is ";

  private TestContext context =
      TestContext.builder(Path.of("").toAbsolutePath()).maxBytes(1000).build();

  private static JsonOutput parsed(String json) throws JsonOutputException {
    return JsonOutput.parse(Captured.whole(json.getBytes(UTF_8)), true);
  }

  private static boolean isTakenForResources(String json) {
    try {
      JsonOutput.parse(Captured.whole(json.getBytes(UTF_8)), false);
      return true;
    } catch (JsonOutputException e) {
      return false;
    }
  }

  private List<Resource> resources(String json) throws Exception {
    return new JsonResources(ASKED, Set.of("jira"), null, context).read(parsed(json));
  }

  private List<String> lines(String json) throws Exception {
    return resources(json).stream().map(JsonResourcesTest::line).toList();
  }

  private static String line(Resource resource) {
    try {
      return resource.uri()
          + " "
          + new String(resource.content().open().readAllBytes(), UTF_8)
          + " "
          + resource.mimeType();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> failures() {
    return context.failures().stream().map(ResourceException::message).toList();
  }

  private void assertRefused(Kind kind, String message, String json) {
    assertThatThrownBy(() -> resources(json))
        .isInstanceOfSatisfying(
            ResourceException.class,
            problem -> {
              assertThat(problem.message()).isEqualTo(message);
              assertThat(problem.kind()).isEqualTo(kind);
              assertThat(problem.uri()).isEqualTo("jira:A-1");
            });
  }

  private static void assertNotRead(String message, byte[] output) {
    assertThatThrownBy(() -> JsonOutput.parse(Captured.whole(output), true))
        .isInstanceOf(JsonOutputException.class)
        .hasMessage(message);
  }

  @Test
  void readsTheContentsOfMcpInTheirOrder() throws Exception {
    assertThat(
            lines(
                """
                {"contents": [
                  {"uri": "jira:A-1/b", "text": "two", "mimeType": "text/markdown"},
                  {"uri": "jira:A-1/a", "blob": "b25l", "size": 99999999}]}
                """))
        .containsExactly("jira:A-1/b two text/markdown", "jira:A-1/a one null");
    assertThat(failures()).isEmpty();
  }

  @Test
  void readsAResourceAndAnArrayOfResources() throws Exception {
    assertThat(lines("{\"uri\":\"jira:B\",\"text\":\"x\"}")).containsExactly("jira:B x null");
    assertThat(lines("[{\"uri\":\"a:1\",\"text\":\"x\"},{\"uri\":\"a:2\",\"text\":\"y\"}]"))
        .containsExactly("a:1 x null", "a:2 y null");
  }

  @Test
  void keepsAllFieldsOfAResource() throws Exception {
    Resource resource =
        resources(
                """
                {"uri": "jira:A-1", "text": "x", "name": "A-1", "title": "A bug",
                 "description": null, "formatted": "**x**", "_meta": {"a": {"b": [1, null]}},
                 "annotations": {"audience": ["user"], "priority": 0.5, "lastModified": null}}
                """)
            .get(0);
    assertThat(resource.name()).isEqualTo("A-1");
    assertThat(resource.title()).isEqualTo("A bug");
    assertThat(resource.description()).isNull();
    assertThat(resource.formatted()).isEqualTo("**x**");
    assertThat(resource.meta()).containsOnlyKeys("a");
    assertThat(requireNonNull(resource.annotations()).priority()).isEqualTo(0.5);
  }

  @Test
  void takesTheOnlyResourceForWhatWasAskedForIfItNamesNothing() throws Exception {
    assertThat(lines("{\"text\":\"x\"}")).containsExactly("jira:A-1 x null");
    assertThat(lines("{\"contents\":[{\"text\":\"x\"}]}")).containsExactly("jira:A-1 x null");
    assertThat(lines("{\"content\":[{\"type\":\"resource\",\"resource\":{\"text\":\"x\"}}]}"))
        .containsExactly("jira:A-1 x null");
    assertRefused(
        Kind.FAILED,
        "printed JSON in which /0/uri is missing",
        "[{\"text\":\"x\"},{\"text\":\"y\"}]");
  }

  @Test
  void writesTheSchemesOfTheHandlerInLowerCase() throws Exception {
    assertThat(lines("[{\"uri\":\"JIRA:B\",\"text\":\"\"},{\"uri\":\"Other:B\",\"text\":\"\"}]"))
        .containsExactly("jira:B  null", "Other:B  null");
  }

  @Test
  void makesOneTextOfTheTextsOfAResponse() throws Exception {
    assertThat(
            lines(
                """
                {"content": [{"type": "text", "text": "a\\n"}, {"type": "text", "text": "b"}]}
                """))
        .containsExactly("jira:A-1 a\n\n\nb null");
  }

  @Test
  void keepsATextInItsPlaceAmongTheResourcesOfAResponse() throws Exception {
    assertThat(
            lines(
                """
                {"content": [
                  {"type": "resource", "resource": {"uri": "jira:B", "text": "b"},
                   "formatted": "*b*"},
                  {"type": "text", "text": "see also"},
                  {"type": "resource", "resource": {"uri": "jira:C", "text": "c"}}]}
                """))
        .containsExactly("jira:B b null", "jira:A-1 see also null", "jira:C c null");
  }

  @Test
  void takesWhatStandsBesideAResourceInItsBlock() throws Exception {
    Resource resource =
        resources(
                """
                {"content": [{"type": "resource", "formatted": "*b*",
                  "annotations": {"priority": 1},
                  "resource": {"uri": "jira:B", "text": "b", "formatted": "b"}}]}
                """)
            .get(0);
    assertThat(resource.formatted()).isEqualTo("*b*");
    assertThat(requireNonNull(resource.annotations()).priority()).isEqualTo(1);
  }

  @Test
  void notesATextBesideTheResourceThatWasAskedFor() throws Exception {
    assertThat(
            lines(
                """
                {"content": [
                  {"type": "text", "text": "found\\nit"},
                  {"type": "resource", "resource": {"text": "b"}}]}
                """))
        .containsExactly("jira:A-1 b null");
    assertThat(context.notes()).containsExactly("jira:A-1: the program adds: found it");
  }

  @Test
  void reportsWhatIsWrongWithOneBesideTheOthers() throws Exception {
    assertThat(
            lines(
                """
                {"contents": [
                  {"uri": "no uri", "text": "x"},
                  {"uri": "jira:B", "text": "b"},
                  {"uri": "jira:C", "blob": "????"},
                  {"uri": "JIRA:B", "text": "again"},
                  "jira:D"]}
                """))
        .containsExactly("jira:B b null");
    assertThat(failures())
        .containsExactly(
            "printed JSON in which /contents/0/uri is not an absolute URI: uri (no uri) must begin"
                + " with a scheme and a colon",
            "printed JSON in which /contents/2/blob is not base64: Illegal base64 character 3f",
            "printed JSON in which /contents/3/uri must not be that of /contents/1 again",
            "printed JSON in which /contents/4 must be an object");
  }

  @Test
  void reportsBlocksThatAreNone() throws Exception {
    assertThat(
            lines(
                """
                {"content": [
                  {"type": "image", "data": "AA=="},
                  {"type": "resource"},
                  {"type": "text", "text": 7},
                  {"text": "x"},
                  {"type": "text", "text": "good"}]}
                """))
        .containsExactly("jira:A-1 good null");
    assertThat(failures())
        .containsExactly(
            "printed JSON in which /content/0/type must be \"text\" or \"resource\", and is"
                + " \"image\"",
            "printed JSON in which /content/1/resource must be an object",
            "printed JSON in which /content/2/text must be a string",
            "printed JSON in which /content/3/type must be \"text\" or \"resource\"");
  }

  @Test
  void refusesResponsesThatAreNotTheLast() {
    assertRefused(
        Kind.FAILED,
        "asks a question, which cannot be answered here: Which one?",
        "{\"content\":[{\"type\":\"text\",\"text\":\"x\"},{\"type\":\"question\",\"question\":"
            + "{\"text\":\"Which\\none?\"}}]}");
    assertRefused(
        Kind.FAILED,
        "asks a question, which cannot be answered here: it has no text at /question/text",
        "{\"content\":[{\"type\":\"question\",\"question\":\"Which?\"}]}");
    for (String status : List.of("5", "{}", "\"Stopped\"", "true")) {
      assertRefused(
          Kind.FAILED,
          "printed a response that is not its last: /_meta/computer.jp~1status must be"
              + " \"stopped\", or missing",
          "{\"content\":[],\"_meta\":{\"computer.jp/status\":" + status + "}}");
    }
    assertRefused(
        Kind.FAILED,
        "printed a response that is not its last: /_meta/computer.jp~1status must be \"stopped\","
            + " or missing",
        "{\"content\":[],\"_meta\":{\"computer.jp/status\":\"running\"}}");
  }

  @Test
  void saysThatThereIsNothingIfThereIsNoResource() {
    for (String json : List.of("{\"contents\":[]}", "{\"content\":[]}", "[]")) {
      assertRefused(Kind.NOT_FOUND, "printed JSON without a resource", json);
    }
  }

  @Test
  void refusesWhatIsTooLargeBeforeItIsDecoded() throws Exception {
    assertRefused(
        Kind.TOO_LARGE,
        "printed JSON in which /blob is larger than the limit of 1000 bytes",
        "{\"uri\":\"a:b\",\"blob\":\"" + "A".repeat(1400) + "\"}");
    assertRefused(
        Kind.TOO_LARGE,
        "printed JSON in which /0 larger than 1000 bytes",
        "[{\"uri\":\"a:b\",\"text\":\"" + "A".repeat(1001) + "\"}]");
    assertThat(lines("{\"uri\":\"a:b\",\"blob\":\"" + "A".repeat(1332) + "\"}")).hasSize(1);
  }

  @Test
  void refusesTextsThatNoTextCanHold() {
    assertRefused(
        Kind.FAILED,
        "printed JSON in which /text must not contain a NUL; put binary content into blob, in"
            + " base64",
        "{\"uri\":\"a:b\",\"text\":\"a\\u0000b\"}");
    assertRefused(
        Kind.FAILED,
        "printed JSON in which /text must not contain an unpaired surrogate",
        "{\"uri\":\"a:b\",\"text\":\"\\ud800\"}");
    assertRefused(
        Kind.FAILED,
        "printed JSON in which the resource must have text or blob, not both",
        "{\"uri\":\"a:b\",\"text\":\"\",\"blob\":\"\"}");
  }

  @Test
  void saysWhatWasExpectedOfJsonAboutOtherThings() {
    assertNotRead(
        EXPECTED + "an object with \"id\", \"fields\"",
        "{\"id\": 1, \"fields\": {}}".getBytes(UTF_8));
    assertNotRead(EXPECTED + "a number", "7".getBytes(UTF_8));
    assertNotRead(
        "printed JSON in which /contents must be an array", "{\"contents\": {}}".getBytes(UTF_8));
  }

  @Test
  void saysWhyItIsNoJson() {
    assertNotRead("did not print JSON: it printed nothing", new byte[0]);
    assertNotRead(
        "did not print JSON: byte 3 is not UTF-8", new byte[] {'[', '"', (byte) 0xff, '"', ']'});
    assertNotRead(
        "did not print JSON: line 1, column 1: Unexpected character ('<' (code 60)): expected a"
            + " valid value (JSON String, Number, Array, Object or token 'null', 'true' or"
            + " 'false')",
        "<html>".getBytes(UTF_8));
    assertThatThrownBy(() -> parsed("[] []"))
        .isInstanceOf(JsonOutputException.class)
        .hasMessageStartingWith("did not print JSON: line 1, column 4: ");
  }

  @Test
  void readsNoJsonThatIsNestedTooDeeply() {
    assertThatThrownBy(() -> parsed("[".repeat(101) + "]".repeat(101)))
        .isInstanceOfSatisfying(
            JsonOutputException.class,
            problem ->
                assertThat(problem.found()).isEqualTo(JsonOutputException.Found.TOO_MUCH_JSON))
        .hasMessageStartingWith("printed JSON that cannot be used: ")
        .hasMessageContaining("(100")
        .hasMessageEndingWith("; set output = \"text\" to have it as it is");
  }

  @Test
  void readsUtf8WithAByteOrderMark() throws Exception {
    assertThat(lines("\uFEFF{\"uri\":\"a:b\",\"text\":\"x\"}")).containsExactly("a:b x null");
  }

  @Test
  void takesOnlyWhatLooksLikeResourcesForThemUnlessItHasTo() {
    assertThat(isTakenForResources("{\"contents\":[{\"uri\":\"a:b\"}]}")).isTrue();
    assertThat(isTakenForResources("{\"content\":[{\"type\":\"text\"}]}")).isTrue();
    assertThat(isTakenForResources("{\"uri\":\"a:b\",\"blob\":\"\"}")).isTrue();
    assertThat(isTakenForResources(" [{\"uri\":\"a:b\",\"text\":\"\"}]")).isTrue();

    assertThat(isTakenForResources("{\"content\":[{\"id\":7}],\"pages\":1}")).isFalse();
    assertThat(isTakenForResources("{\"contents\":[1,2]}")).isFalse();
    assertThat(isTakenForResources("{\"text\":\"of another kind\"}")).isFalse();
    assertThat(isTakenForResources("[{\"uri\":\"a:b\",\"likes\":3}]")).isFalse();
    assertThat(isTakenForResources("{\"kind\":\"x\",\"data\":1}")).isTrue();
    assertThat(isTakenForResources("{\"kind\":\"x\",\"size\":1}")).isFalse();
    assertThat(isTakenForResources("{\"kind\":\"ConfigMap\",\"data\":{}}")).isFalse();
    assertThat(isTakenForResources("{\"kind\":\"x\",\"data\":1e400}")).isFalse();
    assertThat(isTakenForResources("[]")).isFalse();
    assertThat(isTakenForResources("7")).isFalse();
    assertThat(isTakenForResources("a text")).isFalse();
  }

  @Test
  void takesAResultForPeopleForWhatItIsForModels() throws Exception {
    String result = "{\"kind\":\"git.status\",\"data\":{\"a\":[1]},\"summary\":\"1 staged\"}";
    assertThat(lines(result)).containsExactly("jira:A-1 1 staged\n\n{\"a\":[1]} null");
    assertThat(resources(result).get(0).meta().toString())
        .isEqualTo("{dev.attache/view={kind=git.status, data={a=[1]}, summary=1 staged}}");
    assertThat(lines("{\"kind\":\"text\",\"content\":\"a\\ud800b\"}"))
        .containsExactly("jira:A-1 a\ufffdb null");
    assertThat(context.notes()).isEmpty();
    assertThat(lines("{\"kind\":\"x\",\"data\":1,\"summary\":2}"))
        .containsExactly("jira:A-1 1 null");
    assertThat(context.notes()).containsExactly("jira:A-1: /summary: must be a string; ignored");
  }

  @Test
  void takesTheBytesOfAnImageForTheImage() throws Exception {
    Resource image =
        resources(
                "{\"kind\":\"image\",\"data\":{\"base64\":\"iVBORw0KGgo=\",\"alt\":\"dot\"},"
                    + "\"mimeType\":\"image/png\",\"summary\":\"a dot\"}")
            .get(0);
    assertThat(image.content().isText()).isFalse();
    assertThat(image.content().size()).isEqualTo(8);
    assertThat(image.mimeType()).isEqualTo("image/png");
    assertThat(image.meta().toString()).contains("alt=dot").doesNotContain("base64");
    assertThat(context.notes())
        .containsExactly("jira:A-1: the program adds: a dot {\"alt\":\"dot\"}");
  }

  @Test
  void refusesAResultWithAnotherName() {
    assertNotRead(
        "printed JSON in which /kind must be lower-case words joined by _ and ., such as"
            + " git.status, of at most 100 characters",
        "{\"kind\":\"ConfigMap\",\"data\":{}}".getBytes(UTF_8));
  }

  @Test
  void knowsJsonThatWasCutFromTextThatWas() {
    assertThat(isCutJson("{\"a\": [1, \"b")).isTrue();
    assertThat(isCutJson("[{\"a\": fal")).isTrue();
    assertThat(isCutJson("[INFO] a log\n[INFO] of lines\n")).isFalse();
    assertThat(isCutJson("[12:00:01] a log\n")).isFalse();
    assertThat(isCutJson("{\"a\": 1}\n{\"a\": 2}\n{\"a\"")).isFalse();
    assertThat(isCutJson("text")).isFalse();
  }

  @Test
  void endsWithTheTimeWhateverWasWrongBefore() {
    context =
        TestContext.builder(Path.of("").toAbsolutePath())
            .maxBytes(1000)
            .timeout(Duration.ZERO)
            .build();
    String message = "the time for reading it is up";
    String inTime = "{\"uri\": \"jira:A-2\", \"text\": \"t\"}";
    assertTimesOut("{\"contents\": [{\"text\": \"no URI\"}, " + inTime + "]}", message);
    assertTimesOut(
        "{\"content\": [{\"type\": \"image\"}, {\"type\": \"resource\", \"resource\": "
            + inTime
            + "}]}",
        message);
  }

  private void assertTimesOut(String json, String message) {
    assertThatThrownBy(() -> resources(json))
        .isInstanceOfSatisfying(
            ResourceException.class,
            problem -> {
              assertThat(problem.kind()).isEqualTo(Kind.TIMEOUT);
              assertThat(problem.message()).isEqualTo(message);
            });
  }

  private static boolean isCutJson(String head) {
    byte[] kept = head.getBytes(UTF_8);
    try {
      JsonOutput.parse(new Captured(kept, new byte[0], kept.length + 1000L), true);
      throw new AssertionError("it was cut");
    } catch (JsonOutputException e) {
      assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE);
      return e.found() == JsonOutputException.Found.TOO_MUCH_JSON;
    }
  }
}
