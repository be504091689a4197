package dev.attache.server.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.server.rpc.ClientMessage;
import dev.attache.server.rpc.MessageSink;
import dev.attache.support.json.LenientValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The roots of a client: the directories that it works in, for which it is asked once, before its
 * conversation is opened (MCP, {@code roots/list}). None of a client that did not announce any, of
 * one that does not answer, and of one whose requests belong to no session. Thread-safe.
 */
public final class ClientRoots {

  private static final String ID = "roots";
  private static final byte[] QUESTION =
      ("{\"jsonrpc\":\"2.0\",\"id\":\"" + ID + "\",\"method\":\"roots/list\"}").getBytes(UTF_8);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MOST = 100;

  private final MessageSink outlet;
  private final Consumer<String> notes;
  private final Duration patience;
  private final CompletableFuture<List<String>> uris = new CompletableFuture<>();
  private boolean isAnnounced;
  private boolean isAsked;
  private boolean isChangeNoted;

  ClientRoots(MessageSink outlet, Consumer<String> notes, Duration patience) {
    this.outlet = outlet;
    this.notes = notes;
    this.patience = patience;
  }

  /**
   * Returns those of a client.
   *
   * @param outlet takes the question
   * @param isWanted whether anybody wants to know
   */
  public static ClientRoots of(MessageSink outlet, boolean isWanted, Consumer<String> notes) {
    var roots = new ClientRoots(outlet, notes, PATIENCE);
    if (!isWanted) {
      roots.giveUp();
    }
    return roots;
  }

  /** Takes what the client says of itself in {@code initialize}. */
  void initialize(Map<String, Object> capabilities) {
    synchronized (this) {
      isAnnounced = capabilities.get("roots") instanceof Map<?, ?>;
    }
    if (!isAnnounced) {
      giveUp();
    }
  }

  /** Asks the client, once, if it has announced roots: it is ready for questions. */
  void ask() {
    synchronized (this) {
      if (isAsked || !isAnnounced || uris.isDone()) {
        return;
      }
      isAsked = true;
    }
    outlet.send(QUESTION);
    CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS)
        .execute(
            () -> {
              if (uris.complete(List.of())) {
                notes.accept("the client did not answer roots/list");
              }
            });
  }

  /** Takes the answer, if it is one to this question. */
  void answer(ClientMessage answer) {
    if (ID.equals(answer.id())) {
      uris.complete(uris(answer.params()));
    }
  }

  private static List<String> uris(@Nullable Object result) {
    var uris = new ArrayList<String>();
    if (LenientValues.object(result).get("roots") instanceof List<?> roots) {
      for (Object each : roots) {
        if (LenientValues.object(each).get("uri") instanceof String uri && uris.size() < MOST) {
          uris.add(uri);
        }
      }
    }
    return List.copyOf(uris);
  }

  /**
   * Notes that they have changed. What is attached and recorded belongs to the workspace that the
   * session began in, so it stays there.
   */
  void changed() {
    synchronized (this) {
      if (!isAsked || isChangeNoted) {
        return;
      }
      isChangeNoted = true;
    }
    notes.accept("the client's roots have changed; this session stays in its workspace");
  }

  /** Goes without them: nobody is going to say any. */
  void giveUp() {
    uris.complete(List.of());
  }

  /**
   * Returns their URIs, as the client has them; waits for them.
   *
   * @throws CancellationException if the thread is interrupted
   */
  public List<String> await() {
    try {
      return uris.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    } catch (ExecutionException e) {
      throw new AssertionError(e); // it is never completed so
    }
  }
}
