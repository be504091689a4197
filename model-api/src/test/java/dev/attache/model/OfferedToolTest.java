package dev.attache.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfferedToolTest {

  @ParameterizedTest
  @ValueSource(
      ints = {0, 0x1b, 0x7f, 0x9b, 0xad, 0x200b, 0x202e, 0x2066, 0x2028, 0xfeff, 0xd800, 0xe0041})
  void tellsAModelNothingThatPeopleWouldNotSee(int hidden) {
    String text = "ad" + new String(Character.toChars(hidden)) + "ds\n\ttwo";
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "description",
            text,
            "properties",
            Map.of(
                text, Map.of("enum", List.of(text, 1), "anyOf", List.of(Map.of("title", text)))));
    String plain = "adds\n\ttwo";

    var tool = new OfferedTool("add", text, schema);

    assertThat(tool.description()).isEqualTo(plain);
    assertThat(tool.inputSchema())
        .isEqualTo(
            Map.of(
                "type",
                "object",
                "description",
                plain,
                "properties",
                Map.of(
                    plain,
                    Map.of("enum", List.of(plain, 1), "anyOf", List.of(Map.of("title", plain))))));
  }

  @Test
  void tellsLettersOfAllLanguagesAsTheyAre() {
    String text = "Größe\tin cm\n身長 😀\nрост";

    var tool = new OfferedTool("size", text, Map.of("title", text));

    assertThat(tool.description()).isEqualTo(text);
    assertThat(tool.inputSchema()).isEqualTo(Map.of("title", text));
  }

  @Test
  void hasTheFirstOfTwoArgumentsThatLookTheSame() {
    var properties = new LinkedHashMap<String, Object>();
    properties.put("path", Map.of("type", "string"));
    properties.put("pa\u200bth", Map.of("type", "integer"));

    assertThat(new OfferedTool("read", "", Map.of("properties", properties)).inputSchema())
        .isEqualTo(Map.of("properties", Map.of("path", Map.of("type", "string"))));
  }
}
