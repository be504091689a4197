package dev.attache.core.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountsTest {

  @Test
  void addsAsFarAsThereAreNumbers() {
    assertThat(Counts.sum(2, 3)).isEqualTo(5);
    assertThat(Counts.sum(2, -3)).isEqualTo(-1);
    assertThat(Counts.sum(Long.MAX_VALUE, -1)).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(Counts.sum(Long.MAX_VALUE, Long.MIN_VALUE)).isEqualTo(-1);
  }

  @Test
  void staysAtTheLastNumberThereIs() {
    assertThat(Counts.sum(Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(Counts.sum(1, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(Counts.sum(-2, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
  }
}
