package dev.attache.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.TestClient;
import org.junit.jupiter.api.Test;

class ClientLogTest {

  private final TestClient.Queue client = new TestClient.Queue();
  private final ClientLog log = new ClientLog(client);

  @Test
  void keepsInBoundsWhatAClientIsToldThatIsNotReady() {
    for (int i = 0; i < 1500; i++) {
      log.log(LogLevel.INFO, "line " + i);
    }
    assertThat(client.messages()).isEmpty();
    log.begin();
    assertThat(client.messages()).hasSize(1000);
    log.log(LogLevel.INFO, "last");
    assertThat(client.messages()).hasSize(1001);
    assertThat(client.messages().get(999)).contains("line 999");
    assertThat(client.messages().get(1000)).contains("last");
  }

  @Test
  void showsNothingThatTerminalsObey() {
    log.begin();
    log.log(LogLevel.ERROR, "a\u001b[31mb\nc");
    assertThat(client.messages()).hasSize(1);
    assertThat(client.messages().get(0))
        .contains(
            "\"level\":\"error\",\"logger\":\"attache\",\"data\":\"a\\\\u001b[31mb\\\\u000ac\"");
  }
}
