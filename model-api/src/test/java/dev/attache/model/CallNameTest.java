package dev.attache.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.tool.Tool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallNameTest {

  @ParameterizedTest
  @CsvSource({
    "toolu_01A-b, toolu_01A-b",
    "refresh_resource, refresh_resource",
    "functions.look, functions_look_c15535c1",
    "assistant<|channel|>json, assistant__channel__json_fd2c0d8f",
    "'', _e3b0c442",
    "ä, __33e6d73f",
  })
  void isLegal(String written, String legal) {
    assertThat(CallName.of(written)).isEqualTo(legal).matches(Tool.NAME);
  }

  @Test
  void isCutHoweverLongItIs() {
    String name = CallName.of("x".repeat(2_000_000));
    assertThat(name).hasSize(64).startsWith("x".repeat(55) + "_");
    assertThat(CallName.of("x".repeat(64))).isEqualTo("x".repeat(64));
  }

  @ParameterizedTest
  @CsvSource({
    "40, xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "41, xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_3164596d",
  })
  void hasFortyCharactersAtTheMostIfItIsAnId(int length, String legal) {
    String id = CallName.id("x".repeat(length));
    assertThat(id).isEqualTo(legal).hasSize(40);
    assertThat(CallName.id(id)).isEqualTo(id);
  }

  @Test
  void staysAsItIsOnceItIsLegal() {
    String name = CallName.of("\u001b[31mred\u202eevil\nnl");
    assertThat(name).matches(Tool.NAME);
    assertThat(CallName.of(name)).isEqualTo(name);
  }

  @Test
  void isTheSameForNoTwoNames() {
    var random = new Random(4);
    List<String> pieces = List.of(".", "_", " ", "a", "\ud83d", "x".repeat(40));
    Map<String, String> names = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      var name = new StringBuilder();
      random
          .ints(random.nextInt(6), 0, pieces.size())
          .forEach(piece -> name.append(pieces.get(piece)));
      String before = names.put(CallName.of(name.toString()), name.toString());
      assertThat(before).isIn(null, name.toString());
    }
  }
}
