package dev.attache.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.history.AttachmentState;
import dev.attache.mcp.server.SessionOpener.Opening;
import dev.attache.mcp.server.TestClient.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts as read. */
class ResourceReadingTest {

  @TempDir Path directory;
  private final Noted noted = new Noted();
  private Conversation conversation;
  private ReadAttachments read;
  private Subscriptions subscriptions;
  private ResourceReading reading;

  @BeforeEach
  void attach() throws IOException {
    Opening opening = new Setting(directory, "a.md").file("a.md", "one\n").open();
    var log = new ClientLog(unasked -> {});
    conversation = opening.conversation();
    new FirstTurn(conversation, opening.resolver(), log, noted).record(opening);
    read = new ReadAttachments(conversation.log());
    var options = new ServerOptions("1.2.3", null, 100, Duration.ofHours(1));
    var attached = new AttachedView(conversation, opening.resolver());
    subscriptions = new Subscriptions(attached, log, options, SourceChanges.NONE);
    var listeners = new Listeners(options, SourceChanges.NONE, noted, Runnable::run);
    var attaching =
        new Attaching(
            attached, null, new CallIds(read), subscriptions, listeners, Runnable::run, log);
    reading = new ResourceReading(attached, read, attaching);
  }

  @AfterEach
  void close() {
    subscriptions.close();
  }

  private boolean isRead() throws IOException {
    AttachmentState only = conversation.log().attachments().get(0);
    return read.counts(only.place(), only.attachment());
  }

  private RunningRequest run(ResultBody body) throws RequestException {
    var request = new RunningRequest(1, Params.of(Map.of("uri", "a.md")), body, noted);
    request.run();
    return request;
  }

  @Test
  void countsWhatTheClientGets() throws Exception {
    assertThat(isRead()).isFalse();
    assertThat(run(ResultBody.object(reading::read)).answer().join()).isNotNull();
    assertThat(isRead()).isTrue();
  }

  @Test
  void countsNothingOfARequestThatIsGivenUp() throws Exception {
    ResultBody cancelled =
        ResultBody.object(
            (request, json) -> {
              reading.read(request, json);
              request.cancel();
            });
    assertThat(run(cancelled).answer().join()).isNull();
    assertThat(isRead()).isFalse();
  }

  @Test
  void stillCountsWhatTheClientGotBeforeARequestThatIsGivenUp() throws Exception {
    run(ResultBody.object(reading::read));
    run(
        ResultBody.object(
            (request, json) -> {
              reading.read(request, json);
              request.cancel();
            }));
    assertThat(isRead()).isTrue();
  }
}
