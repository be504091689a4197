package dev.attache.models.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolUseIdTest {

  @ParameterizedTest
  @CsvSource({
    "toolu_01A-b, toolu_01A-b",
    "call_1, call_1",
    "call.1, attache-call_002e1",
    "a_b c, attache-a_005fb_0020c",
    "attache-x, attache-attache-x",
    "'', attache-",
    "ä, attache-_00e4",
  })
  void isLegal(String id, String legal) {
    assertThat(ToolUseId.of(id)).isEqualTo(legal).matches("[a-zA-Z0-9_-]+");
  }

  @Test
  void isTheSameForNoTwoIds() {
    var random = new Random(4);
    List<String> pieces = List.of("attache-", ".", "_002e", "_", " ", "a", "\ud83d", "_d83d");
    Map<String, String> ids = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      var id = new StringBuilder();
      random
          .ints(random.nextInt(6), 0, pieces.size())
          .forEach(piece -> id.append(pieces.get(piece)));
      String before = ids.put(ToolUseId.of(id.toString()), id.toString());
      assertThat(before).isIn(null, id.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "refresh_resource, refresh_resource",
    "a.b c, a_b_c",
    "'', _",
    "attache-x, attache-x"
  })
  void hasALegalNameBesideIt(String name, String legal) {
    assertThat(ToolUseId.name(name)).isEqualTo(legal).matches("[a-zA-Z0-9_-]{1,128}");
  }

  @Test
  void hasANameNoLongerThanItMayBe() {
    assertThat(ToolUseId.name("é".repeat(200))).isEqualTo("_".repeat(128));
  }
}
