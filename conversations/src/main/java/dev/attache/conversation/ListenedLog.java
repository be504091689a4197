package dev.attache.conversation;

import dev.attache.history.AppendToken;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationSummary;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.tool.ContentBlock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A history of which a listener hears what is appended. What the listener throws breaks nothing,
 * and is remembered. Thread-safe.
 */
final class ListenedLog implements ConversationLog {

  private final ConversationLog log;
  private final ConversationListener listener;
  private volatile @Nullable String problem;

  ListenedLog(ConversationLog log, ConversationListener listener) {
    this.log = log;
    this.listener = listener;
  }

  /** The history itself. */
  ConversationLog log() {
    return log;
  }

  ConversationListener listener() {
    return listener;
  }

  /** What the listener threw last; null if it never did. */
  @Nullable String problem() {
    return problem;
  }

  /** Tells the listener something. */
  void tell(Consumer<ConversationListener> news) {
    try {
      news.accept(listener);
    } catch (RuntimeException e) {
      problem = "the listener failed: " + e;
    }
  }

  @Override
  public Appended append(@Nullable AppendToken token, @Nullable BlobBatch blobs, Composer composer)
      throws StoreException {
    long begun = System.nanoTime();
    Appended appended;
    try {
      appended = log.append(token, blobs, composer);
    } catch (StoreException e) {
      tell(who -> who.refused(log.id(), e, since(begun)));
      throw e;
    }
    if (!appended.isRepeated() && !appended.events().isEmpty()) {
      tell(who -> who.appended(log.id(), appended.events(), since(begun)));
      appended.events().forEach(this::tellOfResources);
    }
    return appended;
  }

  @Override
  public List<ConversationEvent> appended(AppendToken token) throws StoreException {
    return log.appended(token);
  }

  static Duration since(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private void tellOfResources(ConversationEvent event) {
    if (event instanceof Request request) {
      request.request().resources().forEach(each -> tell(who -> who.delivered(log.id(), each)));
    } else if (event instanceof ToolResult result) {
      for (ContentBlock block : result.response().content()) {
        if (block instanceof DeliveredBlock each) {
          tell(who -> who.delivered(log.id(), each));
        }
      }
    }
  }

  @Override
  public ConversationId id() {
    return log.id();
  }

  @Override
  public @Nullable Object lineage() throws StoreException {
    return log.lineage();
  }

  @Override
  public ConversationSummary summary() throws StoreException {
    return log.summary();
  }

  @Override
  public List<AttachmentState> attachments() throws StoreException {
    return log.attachments();
  }

  @Override
  public List<AttachmentState> attachments(Set<String> words) throws StoreException {
    return log.attachments(words);
  }

  @Override
  public EventStream oldestFirst() throws StoreException {
    return log.oldestFirst();
  }

  @Override
  public EventStream newestFirst() throws StoreException {
    return log.newestFirst();
  }

  @Override
  public List<String> problems() {
    return log.problems();
  }
}
