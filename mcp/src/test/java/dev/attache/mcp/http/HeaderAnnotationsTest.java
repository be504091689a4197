package dev.attache.mcp.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.support.json.PlainJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeaderAnnotationsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":\"x y\"}|Mcp-Param-A: x y",
        "{\"a\":\"\"}|Mcp-Param-A:",
        "{\"a\":\"ü\"}|Mcp-Param-A: =?base64?w7w=?=",
        "{\"n\":42}|Mcp-Param-N: 42",
        "{\"n\":-7}|Mcp-Param-N: -7",
        "{\"n\":42.0}|Mcp-Param-N: 42",
        "{\"n\":9007199254740991}|Mcp-Param-N: 9007199254740991",
        "{\"b\":false}|Mcp-Param-B: false",
        "{\"in\":{\"c\":\"d\"}}|Mcp-Param-C: d",
      })
  void mirrorsParameters(String arguments, String header) throws Exception {
    assertThat(headers(arguments)).containsExactly(header);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}",
        "{\"a\":null}",
        "{\"other\":\"x\"}",
        "{\"in\":\"x\"}",
        "{\"a\":[\"x\"]}",
        "{\"n\":9007199254740992}",
        "{\"n\":1.5}"
      })
  void mirrorsNothingElse(String arguments) throws Exception {
    assertThat(headers(arguments)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'properties':{'a':{'type':'string','x-mcp-header':''}}}"
            + "|x-mcp-header must be a name of a header, and is not",
        "{'properties':{'a':{'type':'string','x-mcp-header':'a b'}}}"
            + "|x-mcp-header must be a name of a header, and is not",
        "{'properties':{'a':{'type':'string','x-mcp-header':5}}}"
            + "|x-mcp-header must be a name of a header, and is not",
        "{'properties':{'a':{'type':'number','x-mcp-header':'A'}}}"
            + "|x-mcp-header A must be at a string, an integer or a boolean",
        "{'properties':{'a':{'x-mcp-header':'A'}}}"
            + "|x-mcp-header A must be at a string, an integer or a boolean",
        "{'properties':{'a':{'type':'object','x-mcp-header':'A'}}}"
            + "|x-mcp-header A must be at a string, an integer or a boolean",
        "{'properties':{'a':{'type':'string','x-mcp-header':'A'},"
            + "'b':{'type':'string','x-mcp-header':'a'}}}|x-mcp-header a is defined twice",
        "{'x-mcp-header':'A','type':'string'}|x-mcp-header A is where no parameter can be",
        "{'properties':{'a':{'type':'array','items':{'type':'string','x-mcp-header':'A'}}}}"
            + "|x-mcp-header A is where no parameter can be",
        "{'anyOf':[{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}]}"
            + "|x-mcp-header A is where no parameter can be",
        "{'$defs':{'properties':{'type':'string','x-mcp-header':'A'}}}"
            + "|x-mcp-header A is where no parameter can be",
        "{'if':{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}}"
            + "|x-mcp-header A is where no parameter can be",
      })
  void refusesWhatIsInvalid(String schema, String problem) throws Exception {
    assertThat(of(schema.replace('\'', '"')).problem()).isEqualTo(problem);
  }

  @Test
  void takesParametersOfThatNameAndDataForWhatTheyAre() throws Exception {
    var annotations =
        of(
            "{\"properties\":{\"x-mcp-header\":{\"type\":\"array\"},"
                + "\"a\":{\"type\":\"string\",\"default\":{\"x-mcp-header\":1}}}}");

    assertThat(annotations.problem()).isNull();
  }

  private static List<String> headers(String arguments) throws Exception {
    var annotations =
        of(
            """
            {"type":"object","properties":{
              "a":{"type":"string","x-mcp-header":"A"},
              "n":{"type":"integer","x-mcp-header":"N"},
              "b":{"type":"boolean","x-mcp-header":"B"},
              "in":{"type":"object","properties":{"c":{"type":"string","x-mcp-header":"C"}}},
              "other":{"type":"string"}}}
            """);
    assertThat(annotations.problem()).isNull();
    var headers = new ArrayList<String>();
    annotations.apply(json(arguments), (name, value) -> headers.add((name + ": " + value).strip()));
    return headers;
  }

  private static HeaderAnnotations of(String schema) throws Exception {
    return HeaderAnnotations.of(json(schema));
  }

  private static Map<?, ?> json(String text) throws Exception {
    byte[] bytes = text.getBytes(UTF_8);
    return (Map<?, ?>) Objects.requireNonNull(PlainJson.read(bytes, 0, bytes.length));
  }
}
