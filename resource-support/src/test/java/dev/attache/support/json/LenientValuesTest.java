package dev.attache.support.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LenientValuesTest {

  @Test
  void takesAnObjectForOneAndAllElseForNone() {
    Map<String, Object> object = Map.of("a", 1);
    assertThat(LenientValues.object(object)).isSameAs(object);
    assertThat(LenientValues.object(null)).isEmpty();
    assertThat(LenientValues.object("a")).isEmpty();
    assertThat(LenientValues.object(List.of(object))).isEmpty();
  }

  @Test
  void takesAListForOneOfObjectsEmptyInPlaceOfEachOther() {
    assertThat(LenientValues.objects(Arrays.asList(Map.of("a", 1), 7, null)))
        .containsExactly(Map.of("a", 1), Map.of(), Map.of());
    assertThat(LenientValues.objects(List.of())).isEmpty();
    assertThat(LenientValues.objects(Map.of())).isNull();
    assertThat(LenientValues.objects(null)).isNull();
  }

  @Test
  void takesTheTextsOfAListAndNothingElse() {
    assertThat(LenientValues.texts(Arrays.asList("a", 1, null, List.of("b"), "c")))
        .containsExactly("a", "c");
    assertThat(LenientValues.texts("a")).isEmpty();
    assertThat(LenientValues.texts(null)).isEmpty();
  }

  @Test
  void takesATextForOne() {
    assertThat(LenientValues.text("a")).isEqualTo("a");
    assertThat(LenientValues.text(1)).isNull();
    assertThat(LenientValues.text(null)).isNull();
  }

  @Test
  void countsTheCharactersAndAsMuchAgainForEachValue() {
    assertThat(LenientValues.size(null)).isEqualTo(32);
    assertThat(LenientValues.size(1L << 40)).isEqualTo(32);
    assertThat(LenientValues.size("four")).isEqualTo(36);
    assertThat(LenientValues.size(List.of())).isEqualTo(32);
    assertThat(LenientValues.size(List.of("four", 1))).isEqualTo(32 + 36 + 32);
    assertThat(LenientValues.size(Map.of("two", List.of("four")))).isEqualTo(32 + 3 + 32 + 36);
  }
}
