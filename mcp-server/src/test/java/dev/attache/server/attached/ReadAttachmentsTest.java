package dev.attache.server.attached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.DeliveryPlace;
import org.junit.jupiter.api.Test;

class ReadAttachmentsTest {

  private static final int MANY = 80_000;

  @Test
  void rememberMuchButNotEverything() {
    var read = new ReadAttachments();
    for (int turn = 0; turn < MANY; turn++) {
      assertThat(read.add(DeliveryPlace.ofAttachment(turn, 0))).isTrue();
    }
    int forgotten = 0;
    for (int turn = 0; turn < MANY; turn++) {
      forgotten += read.add(DeliveryPlace.ofAttachment(turn, 0)) ? 1 : 0;
    }
    assertThat(forgotten).isBetween(MANY - (1 << 16), MANY - 1);
  }
}
