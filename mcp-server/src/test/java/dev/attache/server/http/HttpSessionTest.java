package dev.attache.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HttpSessionTest {

  private final HttpSession session = new HttpSession("x", new ScriptedSessions());

  private MessageStream answered(int bytes) {
    MessageStream stream = session.newCall();
    stream.end(new byte[bytes]);
    return stream;
  }

  @Test
  void keepsAsManyAnswersAsThereIsRoomForAndTheNewest() {
    MessageStream oldest = answered(HttpSession.MAX_KEPT_BYTES);
    MessageStream running = session.newCall();
    MessageStream older = answered(HttpSession.MAX_KEPT_BYTES / 2);
    MessageStream newest = answered(HttpSession.MAX_KEPT_BYTES / 2);
    session.trim();
    assertThat(session.stream(oldest.id())).isNull();
    assertThat(session.stream(running.id())).isSameAs(running);
    assertThat(session.stream(older.id())).isSameAs(older);
    assertThat(session.stream(newest.id())).isSameAs(newest);
  }

  @Test
  void keepsTheNewestHundredOfShortAnswers() {
    MessageStream oldest = answered(1);
    MessageStream next = answered(1);
    for (int i = 0; i < 99; i++) {
      answered(1);
    }
    session.trim();
    assertThat(session.stream(oldest.id())).isNull();
    assertThat(session.stream(next.id())).isSameAs(next);
  }
}
