package dev.attache.mcp.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The end of what a server prints on its standard error. */
class LastLinesTest {

  @Test
  void keepsTheLastLines() {
    var last = new LastLines();
    for (int i = 1; i <= 9; i++) {
      byte[] line = (i + "\n\n").repeat(i == 9 ? 1 : 3000).getBytes(UTF_8);
      last.write(line, 0, line.length);
    }
    assertThat(last.lines()).containsExactly("8", "8", "8", "8", "9");
    assertThat(last.text()).hasSize(8 << 10).endsWith("8\n\n9\n\n");
  }
}
