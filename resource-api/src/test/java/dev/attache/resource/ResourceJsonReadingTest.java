package dev.attache.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON is written with single quotes here, so that it can be read by people. */
class ResourceJsonReadingTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ResourceUri URI = ResourceUri.of("x:a");

  @Test
  void readsATextAsAnyMcpServerSendsIt() throws ResourceException {
    assertThat(read("{'uri':'x:a','text':'abc'}"))
        .isEqualTo(Resource.builder(URI, ResourceContent.text("abc")).build());
  }

  @Test
  void readsABlobAsAnyMcpServerSendsIt() throws ResourceException {
    assertThat(read("{'uri':'x:a','mimeType':'image/png','blob':'iVBORw=='}"))
        .isEqualTo(
            Resource.builder(URI, ResourceContent.blob(new byte[] {(byte) 0x89, 'P', 'N', 'G'}))
                .mimeType("image/png")
                .build());
  }

  @Test
  void readsTheAnnotationsOfTheFirstMcpRevision() throws ResourceException {
    assertThat(
            read("{'uri':'x:a','text':'','annotations':{'audience':['user'],'priority':1}}")
                .annotations())
        .isEqualTo(new Annotations(Set.of(Role.USER), 1.0, null));
  }

  @Test
  void readsEveryField() throws ResourceException {
    assertThat(
            read(
                "{'_meta':{'k':1},'formatted':'f','description':'d','title':'t','name':'n',"
                    + "'annotations':{'lastModified':'2025-01-12T15:00:58Z'},"
                    + "'text':'abc','mimeType':'text/plain','uri':'x:a'}"))
        .isEqualTo(
            Resource.builder(URI, ResourceContent.text("abc"))
                .mimeType("text/plain")
                .annotations(Annotations.lastModified(Instant.parse("2025-01-12T15:00:58Z")))
                .name("n")
                .title("t")
                .description("d")
                .formatted("f")
                .meta("k", 1)
                .build());
  }

  @Test
  void ignoresKeysThatItDoesNotKnow() throws ResourceException {
    assertThat(
            read(
                "{'type':'resource','uri':'x:a','size':3,'text':'abc','mime_type':5,'meta':[],"
                    + "'annotations':{'audience':['user'],'mood':'good'}}"))
        .isEqualTo(
            Resource.builder(URI, ResourceContent.text("abc"))
                .annotations(new Annotations(Set.of(Role.USER), null, null))
                .build());
  }

  @Test
  void readsAnnotationsThatSayNothingAsNone() throws ResourceException {
    assertThat(read("{'uri':'x:a','text':'','annotations':{'audience':[]}}").annotations())
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"'user','assistant'", "'assistant','user'", "'assistant','user','user'"})
  void readsTheAudienceInAnyOrder(String audience) throws ResourceException {
    Resource resource =
        read("{'uri':'x:a','text':'','annotations':{'audience':[" + audience + "]}}");

    assertThat(resource.annotations())
        .isEqualTo(new Annotations(Set.of(Role.USER, Role.ASSISTANT), null, null));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "0.5, 0.5", "1.0, 1", "5e-1, 0.5"})
  void readsAPriorityHoweverTheNumberIsWritten(String written, double priority)
      throws ResourceException {
    Resource resource = read("{'uri':'x:a','text':'','annotations':{'priority':" + written + "}}");

    assertThat(resource.annotations()).isEqualTo(new Annotations(Set.of(), priority, null));
  }

  @ParameterizedTest
  @CsvSource({
    "2025-01-12T15:00:58Z, 2025-01-12T15:00:58Z",
    "2025-01-12T15:00:58.250Z, 2025-01-12T15:00:58.250Z",
    "2025-01-12T15:00:58.123456789Z, 2025-01-12T15:00:58.123456789Z",
    "2025-01-12T15:00:58+02:00, 2025-01-12T13:00:58Z",
    "2025-01-12T15:00:58-05:30, 2025-01-12T20:30:58Z",
    "2025-01-12T15:00Z, 2025-01-12T15:00:00Z",
  })
  void readsAnyIsoDateAndTimeWithAnOffset(String written, Instant instant)
      throws ResourceException {
    Resource resource =
        read("{'uri':'x:a','text':'','annotations':{'lastModified':'" + written + "'}}");

    assertThat(resource.annotations()).isEqualTo(Annotations.lastModified(instant));
  }

  static Stream<Arguments> metaValues() {
    return Stream.of(
        arguments("null", null),
        arguments("false", false),
        arguments("'a'", "a"),
        arguments("-0", 0),
        arguments("2147483647", Integer.MAX_VALUE),
        arguments("2147483648", 2147483648L),
        arguments("-9223372036854775808", Long.MIN_VALUE),
        arguments("9223372036854775808", new BigInteger("9223372036854775808")),
        arguments("0.1", 0.1),
        arguments("1e3", 1000.0),
        arguments("[]", List.of()),
        arguments("[1,null,[true]]", Arrays.asList(1, null, List.of(true))),
        arguments("{}", Map.of()),
        arguments("{'a':{'b':'c'}}", Map.of("a", Map.of("b", "c"))));
  }

  @ParameterizedTest
  @MethodSource("metaValues")
  void readsEveryJsonValueOfMeta(String json, Object value) throws ResourceException {
    Map<String, Object> meta = new HashMap<>();
    meta.put("v", value);

    assertThat(read("{'uri':'x:a','text':'','_meta':{'v':" + json + "}}").meta()).isEqualTo(meta);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.12345678901234567891", "1E+400"})
  void readsANumberOfMetaExactlyIfTheTreeKeptIt(String number) throws IOException {
    var exact = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    var node = exact.readTree("{\"uri\":\"x:a\",\"text\":\"\",\"_meta\":{\"v\":" + number + "}}");

    assertThat(ResourceJson.read(node).meta()).isEqualTo(Map.of("v", new BigDecimal(number)));
  }

  @Test
  void keepsTheOrderOfMeta() throws ResourceException {
    assertThat(read("{'uri':'x:a','text':'','_meta':{'z':1,'a':{'y':2,'b':3},'m':4}}").meta())
        .hasToString("{z=1, a={y=2, b=3}, m=4}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                                          | resource must be an object",
        "null                                        | resource must be an object",
        "'x:a'                                       | resource must be an object",
        "{}                                          | /uri is missing",
        "{'text':''}                                 | /uri is missing",
        "{'uri':null,'text':''}                      | /uri must be a string",
        "{'uri':5,'text':''}                         | /uri must be a string",
        "{'uri':'','text':''}                        | /uri is not an absolute URI: uri () must"
            + " begin with a scheme and a colon",
        "{'uri':'src/a','text':''}                   | /uri is not an absolute URI: uri (src/a)"
            + " must begin with a scheme and a colon",
        "{'uri':'x:a'}                               | resource must have text or blob",
        "{'uri':'x:a','text':'','blob':''}           | resource must have text or blob, not both",
        "{'uri':'x:a','text':null}                   | /text must be a string",
        "{'uri':'x:a','text':['a']}                  | /text must be a string",
        "{'uri':'x:a','text':'\\ud83d'}              | /text must not contain an unpaired"
            + " surrogate",
        "{'uri':'x:a','blob':7}                      | /blob must be a string",
        "{'uri':'x:a','text':'','blob':7}            | /blob must be a string",
        "{'uri':'x:a','blob':'QUI*'}                 | /blob is not base64: Illegal base64"
            + " character 2a",
        "{'uri':'x:a','blob':'QUI_'}                 | /blob is not base64: Illegal base64"
            + " character 5f",
        "{'uri':'x:a','blob':'QUJD\\n"
            + "QUJD'}          | /blob is not base64: Illegal base64 character a",
        "{'uri':'x:a','blob':'QQ='}                  | /blob is not base64: Input byte array has"
            + " wrong 4-byte ending unit",
        "{'uri':'x:a','text':'','mimeType':1}        | /mimeType must be a string",
        "{'uri':'x:a','text':'','name':true}         | /name must be a string",
        "{'uri':'x:a','text':'','title':{}}          | /title must be a string",
        "{'uri':'x:a','text':'','description':[]}    | /description must be a string",
        "{'uri':'x:a','text':'','formatted':null}    | /formatted must be a string",
        "{'uri':'x:a','text':'','_meta':[]}          | /_meta must be an object",
        "{'uri':'x:a','text':'','_meta':null}        | /_meta must be an object",
        "{'uri':'x:a','text':'','_meta':{'v':1e400}} | /_meta/v must be a finite number",
        "{'uri':'x:a','text':'','_meta':{'a/b':{'~':[0,-1e400]}}} | /_meta/a~1b/~0/1 must be a"
            + " finite number",
        "{'uri':'x:a','text':'','annotations':'no'}  | /annotations must be an object",
        "{'uri':'x:a','text':'','annotations':{'audience':'user'}}     | /annotations/audience must"
            + " be an array",
        "{'uri':'x:a','text':'','annotations':{'audience':null}}       | /annotations/audience must"
            + " be an array",
        "{'uri':'x:a','text':'','annotations':{'audience':['User']}}   | /annotations/audience/0"
            + " must be \"user\" or \"assistant\"",
        "{'uri':'x:a','text':'','annotations':{'audience':['user',1]}} | /annotations/audience/1"
            + " must be \"user\" or \"assistant\"",
        "{'uri':'x:a','text':'','annotations':{'priority':'1'}}        | /annotations/priority must"
            + " be a number between 0 and 1",
        "{'uri':'x:a','text':'','annotations':{'priority':1.5}}        | /annotations/priority must"
            + " be a number between 0 and 1",
        "{'uri':'x:a','text':'','annotations':{'priority':-1}}         | /annotations/priority must"
            + " be a number between 0 and 1",
        "{'uri':'x:a','text':'','annotations':{'priority':null}}       | /annotations/priority must"
            + " be a number between 0 and 1",
        "{'uri':'x:a','text':'','annotations':{'lastModified':5}}      | /annotations/lastModified"
            + " must be a string",
        "{'uri':'x:a','text':'','annotations':{'lastModified':'2025-01-12'}}          |"
            + " /annotations/lastModified must be an ISO 8601 date and time with offset",
        "{'uri':'x:a','text':'','annotations':{'lastModified':'2025-01-12T15:00:58'}} |"
            + " /annotations/lastModified must be an ISO 8601 date and time with offset",
        "{'uri':'x:a','text':'','annotations':{'lastModified':'2025-02-30T00:00:00Z'}} |"
            + " /annotations/lastModified must be an ISO 8601 date and time with offset",
      })
  void refusesWhatIsNotAsItMustBe(String json, String message) {
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> read(json))
        .withMessage(message)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(ResourceException.Kind.FAILED));
  }

  @Test
  void refusesNothingAtAll() {
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> ResourceJson.read(MissingNode.getInstance()))
        .withMessage("resource must be an object");
  }

  @Test
  void readsAResourceWhoseContentIsElsewhere() throws Exception {
    ResourceContent content = ResourceContent.text("abc");
    assertThat(
            ResourceJson.read(
                tree("{'uri':'x:a','name':'a','text':{'$blob':1},'blob':7}"), content))
        .isEqualTo(Resource.builder(URI, content).name("a").build());
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> ResourceJson.read(tree("{'text':''}"), content))
        .withMessage("/uri is missing");
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> ResourceJson.read(tree("[]"), content))
        .withMessage("resource must be an object");
  }

  @Test
  void readsTheAnnotationsOfAnyObject() throws Exception {
    assertThat(ResourceJson.readAnnotations(tree("{'text':'','annotations':{'priority':1}}")))
        .isEqualTo(new Annotations(Set.of(), 1.0, null));
    assertThat(ResourceJson.readAnnotations(tree("{'text':''}"))).isNull();
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> ResourceJson.readAnnotations(tree("{'annotations':1}")))
        .withMessage("/annotations must be an object");
  }

  @Test
  void readsAnyObjectInAField() throws Exception {
    assertThat(ResourceJson.readObject(tree("{'a/b':{'k':[1,null,{'x':true}]}}"), "a/b"))
        .isEqualTo(Map.of("k", Arrays.asList(1, null, Map.of("x", true))));
    assertThat(ResourceJson.readObject(tree("{}"), "a")).isEmpty();
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> ResourceJson.readObject(tree("{'a/b':[]}"), "a/b"))
        .withMessage("/a~1b must be an object");
  }

  private static JsonNode tree(String json) throws JsonProcessingException {
    return MAPPER.readTree(json.replace('\'', '"'));
  }

  private static Resource read(String json) throws ResourceException {
    try {
      return ResourceJson.read(MAPPER.readTree(json.replace('\'', '"')));
    } catch (JsonProcessingException e) {
      throw new AssertionError("the test is not JSON: " + json, e);
    }
  }
}
