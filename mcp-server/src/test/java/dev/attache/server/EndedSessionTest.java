package dev.attache.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.server.TestClient.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndedSessionTest {

  @TempDir Path directory;

  /** What opens a session, and keeps a list of the conversations that have ended. */
  private record Keeper(Opening opening, List<String> ended) implements SessionOpener {

    @Override
    public Opening open() {
      return opening;
    }

    @Override
    public void ended(Conversation conversation) {
      ended.add(conversation.id().value());
    }
  }

  private final List<String> ended = new CopyOnWriteArrayList<>();

  @Test
  void letsGoOfItsConversationOnce() throws IOException {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    var keeper = new Keeper(setting.open(), ended);
    TestClient client = TestClient.silent(keeper).begin();
    assertThat(client.ask("resources/list", "{}").toString()).contains("a.md");
    assertThat(ended).isEmpty();
    client.close();
    assertThat(ended).containsExactly("test");
  }

  @Test
  void letsGoOfAConversationThatCannotBegin() throws IOException {
    var setting = new Setting(directory, "a.md").file("a.md", "one\n");
    SessionOpener.Opening late = setting.open();
    setting.isKept = false;
    setting.open().conversation().begin("first", null).record(); // takes the name
    TestClient client = TestClient.silent(new Keeper(late, ended)).begin();
    assertThat(client.answer("{'jsonrpc':'2.0','id':1,'method':'resources/list'}"))
        .contains("the session cannot be opened: ");
    client.close();
    assertThat(ended).containsExactly("test");
  }
}
