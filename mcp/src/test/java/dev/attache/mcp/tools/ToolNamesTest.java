package dev.attache.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.tools.ToolNames.Origin;
import dev.attache.resource.tool.Tool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolNamesTest {

  private static String name(String server, String tool) {
    var origin = new Origin(server, tool);
    return String.valueOf(ToolNames.of(List.of(origin)).get(origin));
  }

  @ParameterizedTest
  @CsvSource({
    "github, search,      github__search",
    "a.b+c,  d/e f,       a_b_c__d_e_f",
    "s,      größe,       s__gr__e",
    "s,      '  ',        s____",
  })
  void joinsServerAndToolOfTheCharactersThatMayBe(String server, String tool, String name) {
    assertThat(name(server, tool)).isEqualTo(name);
  }

  @Test
  void cutsWhatIsTooLongAndKeepsItApart() {
    String one = name("server", "x".repeat(70) + "1");
    String other = name("server", "x".repeat(70) + "2");
    assertThat(one).hasSize(64).startsWith("server__xxx").matches(Tool.NAME);
    assertThat(other).hasSize(64).isNotEqualTo(one);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 54, 55, 56, 57, 61, 62, 63, 64, 100})
  void knowsTheServersThatMayHaveATool(int length) {
    String server = "s".repeat(length - 1) + ".";
    for (String tool : List.of("t", "a_b", "t".repeat(100), "_")) {
      assertThat(ToolNames.canBe(name(server, tool), server)).as(tool).isTrue();
      assertThat(ToolNames.canBe(name(server, tool), "other")).as(tool).isFalse();
    }
    Origin one = new Origin(server, "a.b");
    Map<Origin, String> distinguished = ToolNames.of(List.of(one, new Origin(server, "a_b")));
    assertThat(ToolNames.canBe(String.valueOf(distinguished.get(one)), server)).isTrue();
    assertThat(ToolNames.canBe("deploy", server)).isFalse();
  }

  @Test
  void distinguishesToolsThatWouldHaveOneNameInWhateverOrder() {
    List<Origin> origins =
        new ArrayList<>(
            List.of(
                new Origin("s", "a.b"),
                new Origin("s", "a_b"),
                new Origin("s", "c"),
                new Origin("a", "b__c"),
                new Origin("a__b", "c")));
    Map<Origin, String> names = ToolNames.of(origins);
    assertThat(names.get(new Origin("s", "c"))).isEqualTo("s__c");
    assertThat(names.get(new Origin("s", "a.b"))).matches("s__a_b_[0-9a-f]{6}");
    assertThat(new HashSet<>(names.values())).hasSize(5);
    Collections.reverse(origins);
    assertThat(ToolNames.of(origins)).isEqualTo(names);
  }

  @Test
  void keepsApartWhatIsMadeToLookLikeAnother() {
    String disguised =
        ToolNames.of(List.of(new Origin("s", "a.b"), new Origin("s", "a_b")))
            .get(new Origin("s", "a.b"));
    String tool = String.valueOf(disguised).substring("s__".length());
    Map<Origin, String> names =
        ToolNames.of(
            List.of(new Origin("s", "a.b"), new Origin("s", "a_b"), new Origin("s", tool)));
    assertThat(new HashSet<>(names.values())).hasSize(3);
    assertThat(names.get(new Origin("s", tool))).isEqualTo("s__" + tool);
    assertThat(names.values()).allMatch(name -> Tool.NAME.matcher(name).matches());
  }
}
