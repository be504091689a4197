package dev.attache.server.attached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Being told of changes. */
class ResourceSubscriptionsTest {

  @TempDir Path directory;
  private Setting setting;
  private String uri;

  @BeforeEach
  void prepare() throws IOException {
    setting = new Setting(directory, "a.md").file("a.md", "one\n");
    uri = "file://" + setting.workspace + "/a.md";
  }

  private static String message(int id, String method, String uri) {
    return "{'jsonrpc':'2.0','id':"
        + id
        + ",'method':'resources/"
        + method
        + "','params':{'uri':'"
        + uri
        + "'}}";
  }

  private static String updated(String uri) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\""
        + uri
        + "\"}}";
  }

  /** What the client was told, once it is as much as that. */
  private static List<String> told(TestClient client, String... awaited) throws Exception {
    return client.unasked.await(awaited.length);
  }

  @Test
  void tellsUnderTheNameThatTheClientHasAndReadsTheSnapshotAllTheSame() throws Exception {
    try (TestClient client = TestClient.of(setting)) {
      assertThat(client.answer(message(1, "subscribe", uri)))
          .isEqualTo("{'jsonrpc':'2.0','id':1,'result':{}}");
      assertThat(client.answer(message(2, "subscribe", "a.md"))).contains("'result':{}");
      setting.replace("a.md", "two\n");
      assertThat(told(client, uri, "a.md"))
          .containsExactlyInAnyOrder(updated(uri), updated("a.md"));
      assertThat(client.answer(message(3, "read", uri))).contains("one").doesNotContain("two");
      assertThat(client.call("refresh_resource", "{'uri':'" + uri + "'}").toString())
          .contains("two");
      assertThat(client.answer(message(3, "read", uri))).contains("one").doesNotContain("two");
    }
  }

  @Test
  void tellsNothingAfterTheEndOfASubscriptionWhichMayBeEndedTwice() throws Exception {
    setting.file("b.md", "one\n");
    setting.references.add("b.md");
    String other = uri.replace("a.md", "b.md");
    try (TestClient client = TestClient.of(setting)) {
      client.answer(message(1, "subscribe", uri));
      client.answer(message(1, "subscribe", other));
      assertThat(client.answer(message(2, "unsubscribe", uri))).contains("'result':{}");
      assertThat(client.answer(message(3, "unsubscribe", uri))).contains("'result':{}");
      assertThat(client.answer(message(4, "unsubscribe", "mem:none"))).contains("'result':{}");
      setting.replace("a.md", "two\n");
      setting.replace("b.md", "two\n"); // looked at together with the other, or after it
      assertThat(told(client, other)).containsExactly(updated(other));
      setting.replace("b.md", "three\n");
      assertThat(told(client, other, other)).containsExactly(updated(other), updated(other));
    }
  }

  @Test
  void keepsTheOrderOfWhatIsAskedWithoutWaiting() throws Exception {
    try (TestClient client = TestClient.of(setting)) {
      var answers = new ArrayList<CompletableFuture<@Nullable String>>();
      for (int i = 0; i < 200; i++) {
        answers.add(client.send(message(i, i % 2 == 0 ? "subscribe" : "unsubscribe", uri)));
      }
      answers.add(client.send(message(200, "subscribe", uri)));
      for (CompletableFuture<@Nullable String> each : answers) {
        assertThat(each.get()).contains("'result':{}");
      }
      setting.replace("a.md", "two\n");
      assertThat(told(client, uri)).containsExactly(updated(uri));
    }
  }

  @Test
  void comparesWithWhatIsAttachedAnew() throws Exception {
    setting.policy = new AttachPolicy(Set.of(), Set.of());
    try (TestClient client = TestClient.of(setting)) {
      client.answer(message(1, "subscribe", uri));
      setting.replace("a.md", "two\n");
      assertThat(told(client, uri)).containsExactly(updated(uri));
      client.call("attach_resource", "{'uri':'a.md'}");
      assertThat(client.answer(message(2, "read", uri))).contains("two");
      setting.replace("a.md", "one\n");
      assertThat(told(client, uri, "list_changed", uri))
          .containsExactly(
              updated(uri),
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}",
              updated(uri));
    }
  }

  @Test
  void tellsNothingAfterItIsClosed() throws Exception {
    TestClient client = TestClient.of(setting);
    client.answer(message(1, "subscribe", uri));
    client.close();
    try (TestClient other = TestClient.of(setting)) {
      other.answer(message(1, "subscribe", uri));
      setting.replace("a.md", "two\n");
      assertThat(told(other, uri)).containsExactly(updated(uri));
      setting.replace("a.md", "three\n");
      assertThat(told(other, uri, uri)).containsExactly(updated(uri), updated(uri));
    }
    assertThat(client.unasked.messages()).isEmpty();
  }

  @Test
  void goesOnUnderTheNameThatIsLeft() throws Exception {
    try (TestClient client = TestClient.of(setting)) {
      client.answer(message(1, "subscribe", uri));
      client.answer(message(2, "subscribe", "a.md"));
      client.answer(message(3, "unsubscribe", uri));
      setting.replace("a.md", "two\n");
      assertThat(told(client, "a.md")).containsExactly(updated("a.md"));
    }
  }

  @Test
  void tellsUnderTheEightNamesThatAreTheNewest() throws Exception {
    try (TestClient client = TestClient.of(setting)) {
      var names = new ArrayList<String>();
      for (int i = 0; i < 10; i++) {
        names.add("./".repeat(i) + "a.md");
        client.answer(message(i, "subscribe", names.get(i)));
      }
      client.answer(message(10, "subscribe", names.get(9)));
      setting.replace("a.md", "two\n");
      List<String> newest = names.subList(2, 10);
      assertThat(client.unasked.await(8))
          .containsExactlyElementsOf(
              newest.stream().map(ResourceSubscriptionsTest::updated).toList());
    }
  }
}
