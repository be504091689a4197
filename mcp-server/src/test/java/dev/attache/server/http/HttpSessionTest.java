package dev.attache.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HttpSessionTest {

  private final HttpSession session = new HttpSession("x", new ScriptedSessions());

  private EventStream answered(int bytes) {
    EventStream stream = session.newCall();
    stream.end(new byte[bytes]);
    return stream;
  }

  @Test
  void keepsAsManyAnswersAsThereIsRoomForAndTheNewest() {
    EventStream oldest = answered(HttpSession.MAX_KEPT_BYTES);
    EventStream running = session.newCall();
    EventStream older = answered(HttpSession.MAX_KEPT_BYTES / 2);
    EventStream newest = answered(HttpSession.MAX_KEPT_BYTES / 2);
    session.trim();
    assertThat(session.stream(oldest.id())).isNull();
    assertThat(session.stream(running.id())).isSameAs(running);
    assertThat(session.stream(older.id())).isSameAs(older);
    assertThat(session.stream(newest.id())).isSameAs(newest);
  }

  @Test
  void keepsTheNewestHundredOfShortAnswers() {
    EventStream oldest = answered(1);
    EventStream next = answered(1);
    for (int i = 0; i < 99; i++) {
      answered(1);
    }
    session.trim();
    assertThat(session.stream(oldest.id())).isNull();
    assertThat(session.stream(next.id())).isSameAs(next);
  }
}
