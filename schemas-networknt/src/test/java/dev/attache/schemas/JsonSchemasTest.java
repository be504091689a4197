package dev.attache.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSchemasTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** With time enough for a machine that does other work, too. */
  private final JsonSchemas schemas = new JsonSchemas(Duration.ofSeconds(20));

  private static Map<String, Object> object(String json) {
    try {
      return JSON.readValue(json.replace('\'', '"'), new TypeReference<>() {});
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static @Nullable Object value(String json) {
    return object("{'value':" + json + "}").get("value");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'type':'number'}             | 'a'      | must be a number",
        "{'type':'integer'}            | 1.5      | must be a whole number",
        "{'type':'boolean'}            | 'true'   | must be true or false",
        "{'type':['string','null']}    | 1        | must be a string or null",
        "{'type':'array'}              | {}       | must be an array",
        "{'enum':['main','develop',3]} | 'nope'   | must be one of main, develop, 3",
        "{'const':'a'}                 | 'b'      | must be a",
        "{'minLength':2}               | 'a'      | must have at least 2 characters",
        "{'maxLength':1}               | 'ab'     | must have at most 1 character",
        "{'pattern':'^a+$'}            | 'b'      | must match ^a+$",
        "{'format':'date'}             | 'b'      | must be of the format date",
        "{'format':'ipv4'}             | '1.2.3'  | must be of the format ipv4",
        "{'minimum':3}                 | 2        | must be at least 3",
        "{'maximum':3}                 | 4        | must be at most 3",
        "{'exclusiveMinimum':3}        | 3        | must be more than 3",
        "{'exclusiveMaximum':3}        | 3        | must be less than 3",
        "{'multipleOf':2}              | 3        | must be a multiple of 2",
        "{'minItems':1}                | []       | must have at least 1 item",
        "{'maxItems':1}                | [1,2]    | must have at most 1 item",
        "{'uniqueItems':true}          | [1,1]    | must not have two equal items",
        "{'required':['x']}            | {}       | /x is missing",
        "{'properties':{'a':{'type':'string'}}}                 | {'a':1} | /a must be a string",
        "{'properties':{'a':{'required':['b']}}}                | {'a':{}} | /a/b is missing",
        "{'additionalProperties':false}                         | {'a/b':1} | /a~1b is not allowed",
        "{'items':{'type':'string'}}                            | ['a',1] | /1 must be a string",
        "{'$ref':'#/$defs/n','$defs':{'n':{'type':'number'}}}   | 'a'     | must be a number",
        "{'$schema':'http://json-schema.org/draft-07/schema#','items':[{'type':'string'}]} | [1] |"
            + " /0 must be a string",
      })
  void saysWhatIsWrong(String schema, String value, String problem) {
    JsonSchemas.Check check = schemas.check(object(schema), value(value));
    assertThat(check.unchecked()).isNull();
    assertThat(check.problems()).containsExactly(problem);
  }

  @Test
  void acceptsWhatIsRight() {
    Map<String, Object> schema =
        object("{'type':'object','properties':{'a':{'type':'number'}},'required':['a']}");
    assertThat(schemas.check(schema, object("{'a':1,'b':2}")))
        .isEqualTo(new JsonSchemas.Check(List.of(), null));
    assertThat(schemas.problems(Map.of(), "anything")).isEmpty();
  }

  @Test
  void tellsSeveralProblemsByTheirPlacesAndNotAllOfMany() {
    Map<String, Object> schema = object("{'items':{'type':'string'}}");
    List<Integer> many = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
    assertThat(schemas.problems(schema, many)).hasSize(11).endsWith("and 3 more");
    Map<String, Object> both = object("{'required':['b','a']}");
    assertThat(schemas.problems(both, Map.of())).containsExactly("/b is missing", "/a is missing");
  }

  @Test
  void givesUpOnAPatternThatGoesBackAndForth() {
    var quick = new JsonSchemas(Duration.ofMillis(200));
    Map<String, Object> schema = object("{'pattern':'^(a+)+$'}");
    assertThat(quick.check(schema, "a".repeat(5_000) + "!").unchecked())
        .isEqualTo("the check takes too long");
  }

  @Test
  void givesUpOnASchemaThatDoublesAtEachStep() {
    var defs = new LinkedHashMap<String, Object>();
    for (int i = 0; i < 60; i++) {
      Map<String, Object> next = Map.of("$ref", "#/$defs/d" + (i + 1));
      defs.put("d" + i, Map.of("allOf", List.of(next, next)));
    }
    defs.put("d60", Map.of("type", "string"));
    var quick = new JsonSchemas(Duration.ofMillis(200));
    assertThat(quick.check(Map.of("$ref", "#/$defs/d0", "$defs", defs), "a").unchecked())
        .isEqualTo("the check takes too long");
  }

  @Test
  void givesUpOnASchemaThatRefersToItself() {
    assertThat(schemas.check(object("{'$ref':'#'}"), 1).unchecked())
        .isEqualTo("the schema refers to itself without an end");
  }

  @Test
  void checksNoValueThatIsTooLargeOrTooDeep() {
    assertThat(schemas.check(object("{'type':'string'}"), "a".repeat(2 << 20)).unchecked())
        .isEqualTo("the value is larger than 1 MiB or nested too deep");
    Object deep = "a";
    for (int i = 0; i < 10_000; i++) {
      deep = List.of(deep);
    }
    assertThat(schemas.check(object("{'type':'array'}"), deep).unchecked())
        .isEqualTo("the value is larger than 1 MiB or nested too deep");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {"{'type':7}", "{'pattern':'('}", "{'$ref':'#/nowhere'}", "{'$schema':'x:y'}"})
  void saysThatASchemaIsNone(String schema) {
    JsonSchemas.Check check = schemas.check(object(schema), "a");
    assumeThat(check.problems()).isEmpty();
    assertThat(check.unchecked()).startsWith("the schema cannot be used: ");
  }

  @Test
  void fetchesNothing() throws IOException {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String remote = "http://127.0.0.1:" + server.getLocalPort() + "/schema.json";
      assertThat(schemas.check(Map.of("$ref", remote), "a").unchecked())
          .startsWith("the schema cannot be used: ");
      server.setSoTimeout(200);
      assertThat(catchAccept(server)).isInstanceOf(SocketTimeoutException.class);
    }
  }

  private static @Nullable IOException catchAccept(ServerSocket server) {
    try {
      server.accept().close();
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{}                                                               | true",
        "{'type':'object','properties':{'a':{'type':'string'}}}           | true",
        "{'type':'object','properties':{'a':true},'x-own':1}              | true",
        "{'$schema':'http://json-schema.org/draft-07/schema#','type':'object'} | true",
        "{'type':'strnig'}                                                | false",
        "{'properties':{'required':['a']}}                                | false",
        "{'properties':{'a':{'type':'string','required':true}}}           | false",
        "{'type':'object','properties':[]}                                | false",
        "{'properties':{'a':{'enum':'b'}}}                                | false",
      })
  void saysWhetherASchemaIsOne(String schema, boolean isOne) {
    assertThat(schemas.schemaProblems(object(schema)).isEmpty()).isEqualTo(isOne);
  }
}
