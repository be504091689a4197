package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {

  private static final List<String> NAMES = List.of("resolve", "refresh", "query", "-q");

  @ParameterizedTest
  @CsvSource({
    "resovle, resolve",
    "RESOLV, resolve",
    "ref, refresh",
    "qery, query",
  })
  void isWhatAWordWasMeantToBe(String word, String name) {
    assertThat(NearestName.of(word, NAMES)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"banana", "q", "''", "-x"})
  void isNoneWhereNoNameComesNear(String word) {
    assertThat(NearestName.of(word, NAMES)).isNull();
  }

  @Test
  void isFoundBesideAnEmptyNameThatAServerGives() {
    assertThat(NearestName.of("qery", List.of("", "query"))).isEqualTo("query");
  }
}
