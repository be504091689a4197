package dev.attache.server.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestProgressTest {

  private final List<String> told = new ArrayList<>();
  private final Deque<Runnable> seconds = new ArrayDeque<>();

  private RequestProgress start(Object token) {
    return RequestProgress.start(
        token, message -> told.add(new String(message, UTF_8)), seconds::add);
  }

  private static String notice(String token, int seconds, String doing) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
        + token
        + ",\"progress\":"
        + seconds
        + ",\"message\":\""
        + doing
        + "\"}}";
  }

  @Test
  void isToldEachSecondUntilTheRequestIsAnswered() {
    RequestProgress progress = start("p");
    assertThat(told).isEmpty();
    seconds.remove().run();
    progress.work();
    seconds.remove().run();
    seconds.remove().run();
    progress.end();
    seconds.remove().run();
    assertThat(seconds).isEmpty();
    assertThat(told)
        .containsExactly(
            notice("\"p\"", 1, "waiting for the initial attachments"),
            notice("\"p\"", 2, "reading"),
            notice("\"p\"", 3, "reading"));
  }

  @Test
  void isToldUnderTheTokenAsItCame() {
    start(1);
    seconds.remove().run();
    start("1");
    seconds.removeLast().run();
    assertThat(told)
        .containsExactly(
            notice("1", 1, "waiting for the initial attachments"),
            notice("\"1\"", 1, "waiting for the initial attachments"));
  }
}
