package dev.attache.types.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SortedTableTest {
  private final SortedTable table = SortedTable.of("a\t1\nab\t2\nb\t\nbcd\t4\n");

  @Test
  void findsEveryKeyAndNoOther() {
    assertThat(table.find("a")).isEqualTo("1");
    assertThat(table.find("ab")).isEqualTo("2");
    assertThat(table.find("b")).isEmpty();
    assertThat(table.find("bcd")).isEqualTo("4");
    for (String other :
        new String[] {"", "A", "aa", "abc", "bc", "bcde", "c", "1", "\t", "ä", "\u0161"}) {
      assertThat(table.find(other)).isNull();
    }
  }

  @Test
  void findsAPrefixAndTheRestOfAString() {
    assertThat(table.find("xxcd", 2, "b")).isEqualTo("4");
    assertThat(table.find("xab", 1, "")).isEqualTo("2");
  }

  @Test
  void namesTheKeysThatBeginWithAPrefix() {
    assertThat(table.keys("a")).containsExactlyInAnyOrder("", "b");
    assertThat(table.keys("bc")).containsExactly("d");
    assertThat(table.keys("")).containsExactlyInAnyOrder("a", "ab", "b", "bcd");
    assertThat(table.keys("aa")).isEmpty();
    assertThat(table.keys("c")).isEmpty();
  }

  @Test
  void isEmptyWithoutLines() {
    assertThat(SortedTable.of("").find("a")).isNull();
    assertThat(SortedTable.of("").keys("a")).isEmpty();
  }

  @Test
  void saysWhatIsMissing() {
    assertThatThrownBy(() -> SortedTable.load("nothing"))
        .isInstanceOf(AssertionError.class)
        .hasMessage("nothing is missing: the build generates it in process-classes");
  }
}
