package dev.attache.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StdioWireTest {

  @Test
  void allowsForTheEncodingOfAResource() {
    assertThat(StdioWire.limit(10)).isEqualTo((4 << 20) + 30);
    assertThat(StdioWire.limit(Long.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE - 8);
    assertThat(StdioWire.limit(1L << 30)).isEqualTo(Integer.MAX_VALUE - 8);
  }
}
