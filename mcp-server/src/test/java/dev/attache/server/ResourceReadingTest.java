package dev.attache.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.history.AttachmentState;
import dev.attache.server.SessionOpener.Opening;
import dev.attache.server.TestClient.Setting;
import dev.attache.server.attached.AttachedView;
import dev.attache.server.attached.ListenRequests;
import dev.attache.server.attached.OnDemandAttachments;
import dev.attache.server.attached.ReadAttachments;
import dev.attache.server.attached.ResourceReading;
import dev.attache.server.attached.ResourceSubscriptions;
import dev.attache.server.rpc.ClientLog;
import dev.attache.server.rpc.McpMethod;
import dev.attache.server.rpc.MethodEntry;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.server.rpc.ServerIdentity;
import dev.attache.server.session.RunningRequest;
import dev.attache.server.watch.SourceChanges;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
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
  private ResourceSubscriptions subscriptions;
  private ResourceReading reading;

  @BeforeEach
  void attach() throws IOException {
    Opening opening = new Setting(directory, "a.md").file("a.md", "one\n").open();
    var log = new ClientLog(unasked -> {});
    conversation = opening.conversation();
    new InitialAttachments(conversation, opening.resolver(), null, log, noted).record(opening);
    read = new ReadAttachments();
    var attached = new AttachedView(conversation, opening.resolver());
    subscriptions =
        new ResourceSubscriptions(attached, log, Duration.ofHours(1), SourceChanges.NONE);
    var listeners =
        new ListenRequests(
            new ServerIdentity("1"),
            Duration.ofHours(1),
            SourceChanges.NONE,
            noted::note,
            Runnable::run);
    var attaching =
        new OnDemandAttachments(attached, null, subscriptions, listeners, Runnable::run, log);
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

  private RunningRequest request(McpMethod method) throws RequestException {
    return new RunningRequest(
        1, Params.of(Map.of("uri", "a.md")), MethodEntry.atOnce(method), noted::note);
  }

  private byte @Nullable [] read() throws RequestException {
    RunningRequest request = request(reading::read);
    request.run();
    return request.answer().join();
  }

  /** Reads it, and gives that up when it is read. */
  private byte @Nullable [] readInVain() throws RequestException {
    var cancelled = new AtomicReference<RunningRequest>();
    RunningRequest request =
        request(
            (params, out) -> {
              reading.read(params, out);
              Objects.requireNonNull(cancelled.get()).cancel();
            });
    cancelled.set(request);
    request.run();
    return request.answer().join();
  }

  @Test
  void countsWhatTheClientGets() throws Exception {
    assertThat(isRead()).isFalse();
    assertThat(read()).isNotNull();
    assertThat(isRead()).isTrue();
  }

  @Test
  void countsNothingOfARequestThatIsGivenUp() throws Exception {
    assertThat(readInVain()).isNull();
    assertThat(isRead()).isFalse();
  }

  @Test
  void stillCountsWhatTheClientGotBeforeARequestThatIsGivenUp() throws Exception {
    assertThat(read()).isNotNull();
    assertThat(readInVain()).isNull();
    assertThat(isRead()).isTrue();
  }
}
