package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The reading of the body of an answer, which can be broken off at any time: the connection is
 * closed then.
 */
final class BodyReader<T> implements BodySubscriber<T> {

  /** What is made of the bytes. Called by one thread at a time. */
  interface Content<T> {

    /**
     * Takes what has come.
     *
     * @throws McpException if no more can be taken
     */
    void add(ByteBuffer bytes) throws McpException;

    /**
     * Says that nothing more comes.
     *
     * @throws McpException if what has come is nothing whole
     */
    T end() throws McpException;
  }

  private final Content<T> content;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile Flow.@Nullable Subscription subscription;

  BodyReader(Content<T> content) {
    this.content = content;
  }

  @Override
  public CompletionStage<T> getBody() {
    return result;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    if (result.isDone()) {
      newSubscription.cancel();
    } else {
      newSubscription.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    try {
      for (ByteBuffer buffer : buffers) {
        content.add(buffer);
      }
    } catch (McpException | OutOfMemoryError e) {
      breakOff(e);
    }
    Flow.Subscription current = subscription;
    if (current != null && !result.isDone()) {
      current.request(1);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    result.completeExceptionally(thrown);
  }

  @Override
  public void onComplete() {
    try {
      result.complete(content.end());
    } catch (McpException | OutOfMemoryError e) {
      result.completeExceptionally(e);
    }
  }

  /** Reads no more. */
  void breakOff(Throwable reason) {
    if (result.completeExceptionally(reason)) {
      Flow.Subscription current = subscription;
      if (current != null) {
        current.cancel();
      }
    }
  }
}
