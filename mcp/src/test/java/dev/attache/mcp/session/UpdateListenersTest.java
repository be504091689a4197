package dev.attache.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ids as servers repeat them: a number is not the text that looks like it. */
class UpdateListenersTest {

  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();
  private final UpdateListeners subscriptions = new UpdateListeners("s", notes::add);
  private final SentRequest call = new SentRequest("subscriptions/listen", Map.of());
  private final UpdateListeners.Entry entry =
      new UpdateListeners.Entry(List.of("demo:1"), changes::add, call);

  @BeforeEach
  void add() {
    call.numbered("1");
    subscriptions.add(entry);
  }

  @Test
  void areEndedUnderTheirOwnIdOnly() {
    subscriptions.ended(1);
    subscriptions.ended(1.0);
    assertThat(notes).isEmpty();
    subscriptions.ended("1");
    assertThat(notes).containsExactly("the MCP server s no longer reports changes to demo:1");
  }

  @Test
  void areAcknowledgedUnderTheirOwnIdOnly() {
    subscriptions.acknowledged(1, Map.of("a", 1));
    assertThat(entry.acknowledged()).isNotDone();
    subscriptions.acknowledged("1", Map.of("a", 2));
    assertThat(entry.acknowledged()).isCompletedWithValue(Map.of("a", 2));
  }

  @Test
  void areToldOfUnderTheirOwnIdOnly() throws InterruptedException {
    subscriptions.updated("demo:1/a", 1);
    subscriptions.updated("demo:1/b", "1");
    assertThat(changes.take()).isEqualTo("demo:1/b");
    assertThat(changes).isEmpty();
  }
}
