package dev.attache.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

class InputQueueTest {

  private static final int MEBIBYTE = 1 << 20;

  @Test
  void takesNoMoreThanAServerMayLeaveUnread() {
    var written = new ByteArrayOutputStream();
    var queue = new InputQueue(written);
    for (int i = 0; i < 16; i++) {
      assertThat(queue.offer(new byte[MEBIBYTE])).isTrue();
    }
    assertThat(queue.offer(new byte[1])).isFalse();

    queue.end();
    queue.writeAll();
    assertThat(written.size()).isEqualTo(16 * (MEBIBYTE + 1));
    assertThat(queue.offer(new byte[1])).isFalse(); // nobody writes any more
  }

  @Test
  void takesAMessageThatIsLargerAlone() {
    var queue = new InputQueue(new ByteArrayOutputStream());
    assertThat(queue.offer(new byte[17 * MEBIBYTE])).isTrue();
    assertThat(queue.offer(new byte[1])).isFalse();
  }
}
