package dev.attache.mcp.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageLimitTest {

  @Test
  void allowsForTheEncodingOfAResource() {
    assertThat(MessageLimit.of(10)).isEqualTo((4 << 20) + 30);
    assertThat(MessageLimit.of(Long.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE - 8);
    assertThat(MessageLimit.of(1L << 30)).isEqualTo(Integer.MAX_VALUE - 8);
  }
}
