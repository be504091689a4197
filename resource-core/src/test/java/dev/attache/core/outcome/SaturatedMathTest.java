package dev.attache.core.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SaturatedMathTest {

  @Test
  void addsAsFarAsThereAreNumbers() {
    assertThat(SaturatedMath.sum(2, 3)).isEqualTo(5);
    assertThat(SaturatedMath.sum(2, -3)).isEqualTo(-1);
    assertThat(SaturatedMath.sum(Long.MAX_VALUE, -1)).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(SaturatedMath.sum(Long.MAX_VALUE, Long.MIN_VALUE)).isEqualTo(-1);
  }

  @Test
  void staysAtTheLastNumberThereIs() {
    assertThat(SaturatedMath.sum(Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(SaturatedMath.sum(1, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(SaturatedMath.sum(-2, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
  }
}
