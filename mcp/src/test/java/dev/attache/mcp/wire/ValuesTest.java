package dev.attache.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValuesTest {

  @Test
  void takesAnObjectForOneAndAllElseForNone() {
    Map<String, Object> object = Map.of("a", 1);
    assertThat(Values.object(object)).isSameAs(object);
    assertThat(Values.object(null)).isEmpty();
    assertThat(Values.object("a")).isEmpty();
    assertThat(Values.object(List.of(object))).isEmpty();
  }

  @Test
  void takesAListForOneOfObjectsEmptyInPlaceOfEachOther() {
    assertThat(Values.objects(Arrays.asList(Map.of("a", 1), 7, null)))
        .containsExactly(Map.of("a", 1), Map.of(), Map.of());
    assertThat(Values.objects(List.of())).isEmpty();
    assertThat(Values.objects(Map.of())).isNull();
    assertThat(Values.objects(null)).isNull();
  }

  @Test
  void takesTheTextsOfAListAndNothingElse() {
    assertThat(Values.texts(Arrays.asList("a", 1, null, List.of("b"), "c")))
        .containsExactly("a", "c");
    assertThat(Values.texts("a")).isEmpty();
    assertThat(Values.texts(null)).isEmpty();
  }

  @Test
  void takesATextForOne() {
    assertThat(Values.text("a")).isEqualTo("a");
    assertThat(Values.text(1)).isNull();
    assertThat(Values.text(null)).isNull();
  }

  @Test
  void countsTheCharactersAndAsMuchAgainForEachValue() {
    assertThat(Values.size(null)).isEqualTo(32);
    assertThat(Values.size(1L << 40)).isEqualTo(32);
    assertThat(Values.size("four")).isEqualTo(36);
    assertThat(Values.size(List.of())).isEqualTo(32);
    assertThat(Values.size(List.of("four", 1))).isEqualTo(32 + 36 + 32);
    assertThat(Values.size(Map.of("two", List.of("four")))).isEqualTo(32 + 3 + 32 + 36);
  }
}
