package dev.attache.core.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokensTest {

  @Test
  void fourBytesAreATokenAndWhatIsLeftIsOneMore() {
    assertThat(Tokens.estimate(0)).isZero();
    assertThat(Tokens.estimate(1)).isEqualTo(1);
    assertThat(Tokens.estimate(4)).isEqualTo(1);
    assertThat(Tokens.estimate(5)).isEqualTo(2);
    assertThat(Tokens.estimate(1L << 40)).isEqualTo(1L << 38);
    assertThat(Tokens.estimate(Long.MAX_VALUE)).isEqualTo(1L << 61);
  }
}
