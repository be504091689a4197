package dev.attache.models.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicToolsTest {

  private static String written(String model, OfferedTool... tools) {
    ModelProfile profile = Samples.profile(model);
    String body = Samples.body(ModelRequest.of(profile, model, List.of()).tools(List.of(tools)));
    return body.substring(body.indexOf("\"tools\":") + 8, body.indexOf(",\"messages\":"));
  }

  private static String written(String schema) {
    return written(Samples.MODEL, Samples.tool("t", schema));
  }

  private static String object(String properties) {
    return "{\"type\":\"object\",\"properties\":{"
        + properties
        + "},\"additionalProperties\":false}";
  }

  @Test
  void areStrictIfTheirSchemasAllow() {
    assertThat(written(Samples.MODEL, Samples.refresh()))
        .isEqualTo(
            "[{\"name\":\"refresh_resource\",\"description\":\"Does refresh_resource.\","
                + "\"strict\":true,\"input_schema\":{\"type\":\"object\",\"properties\":{\"uri\":"
                + "{\"type\":\"string\"}},\"required\":[\"uri\"],\"additionalProperties\":false}}]");
  }

  @Test
  void areNotStrictForAModelThatDoesNotKnowIt() {
    assertThat(written("claude-opus-4-1", Samples.refresh())).doesNotContain("strict");
  }

  @Test
  void haveNoDescriptionThatSaysNothing() {
    var tool = new OfferedTool("t", " ", Samples.object("{\"type\":\"object\"}"));
    assertThat(written(Samples.MODEL, tool))
        .isEqualTo("[{\"name\":\"t\",\"input_schema\":{\"type\":\"object\"}}]");
  }

  @Test
  void haveASchemaOfAnObjectThatDoesNotSaySo() {
    assertThat(written("{\"properties\":{}}"))
        .contains("\"input_schema\":{\"type\":\"object\",\"properties\":{}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\":{\"type\":\"string\",\"enum\":[\"x\",\"y\"]},\"b\":{\"const\":1}",
        "\"a\":{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":[\"string\",\"null\"]}}",
        "\"a\":{\"anyOf\":[{\"type\":\"string\",\"format\":\"uri\"},{\"type\":\"null\"}]}",
        "\"a\":{\"type\":\"object\",\"additionalProperties\":false}",
      })
  void areStrictWith(String properties) {
    assertThat(written(object(properties))).contains("\"strict\":true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\":{\"type\":\"integer\",\"minimum\":1}",
        "\"a\":{\"type\":\"string\",\"maxLength\":1}",
        "\"a\":{\"type\":\"string\",\"pattern\":\"(?=x)\"}",
        "\"a\":{\"type\":\"string\",\"format\":\"regex\"}",
        "\"a\":{\"type\":\"array\",\"minItems\":2,\"items\":{\"type\":\"string\"}}",
        "\"a\":{\"type\":\"array\"}",
        "\"a\":{\"type\":\"object\"}",
        "\"a\":{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"object\"}},"
            + "\"additionalProperties\":false}",
        "\"a\":{\"$ref\":\"#\"}",
        "\"a\":{\"allOf\":[{\"type\":\"string\"}]}",
        "\"a\":{\"enum\":[{}]}",
        "\"a\":{\"type\":\"any\"}",
        "\"a\":{}",
        "\"a\":true",
      })
  void areNotStrictWith(String properties) {
    assertThat(written(object(properties))).doesNotContain("strict");
  }

  @Test
  void areStrictUpToTheTwentieth() {
    var tools = new ArrayList<OfferedTool>();
    for (int i = 0; i < 25; i++) {
      tools.add(Samples.tool("t" + i, object("")));
    }
    assertThat(written(Samples.MODEL, tools.toArray(OfferedTool[]::new)).split("strict", -1))
        .hasSize(21);
  }

  @Test
  void areNotStrictWithMoreOptionalPropertiesThanAllMayHave() {
    var properties = new ArrayList<String>();
    for (int i = 0; i < 13; i++) {
      properties.add("\"p" + i + "\":{\"type\":\"string\"}");
    }
    String schema = object(String.join(",", properties));
    String body =
        written(
            Samples.MODEL, Samples.tool("a", schema), Samples.tool("b", schema), Samples.refresh());
    assertThat(body.split("\"strict\":true", -1)).hasSize(3);
    assertThat(body).contains("\"name\":\"b\",\"description\":\"Does b.\",\"input_schema\"");
  }

  @Test
  void areNotStrictWithMoreUnionsThanAllMayHave() {
    var properties = new ArrayList<String>();
    for (int i = 0; i < 17; i++) {
      properties.add("\"p" + i + "\":{\"type\":[\"string\",\"null\"]}");
    }
    assertThat(written(object(String.join(",", properties)))).doesNotContain("strict");
  }

  @Test
  void haveUnionsOfTheRootInTheirDescription() {
    assertThat(
            written(
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},"
                    + "\"anyOf\":[{\"required\":[\"a\"]}]}"))
        .isEqualTo(
            "[{\"name\":\"t\",\"description\":\"Does t.\\n\\nThe arguments must also match this JSON"
                + " Schema: {\\\"anyOf\\\":[{\\\"required\\\":[\\\"a\\\"]}]}\",\"input_schema\":"
                + "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}}]");
  }

  @Test
  void havePropertiesThatTheApiRefusesInTheirDescription() {
    assertThat(
            written(
                "{\"type\":\"object\",\"properties\":{\"$top\":{\"type\":\"integer\"},"
                    + "\"a.b\":{\"type\":\"string\"}},\"required\":[\"a.b\",\"$top\"],"
                    + "\"additionalProperties\":false}"))
        .isEqualTo(
            "[{\"name\":\"t\",\"description\":\"Does t.\\n\\nThe arguments must also match this JSON"
                + " Schema: {\\\"properties\\\":{\\\"$top\\\":{\\\"type\\\":\\\"integer\\\"}},"
                + "\\\"required\\\":[\\\"$top\\\"]}\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"a.b\":{\"type\":\"string\"}},\"required\":[\"a.b\"]}}]");
  }
}
