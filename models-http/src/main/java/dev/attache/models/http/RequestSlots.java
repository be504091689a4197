package dev.attache.models.http;

import dev.attache.model.call.ModelSettings;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The requests that may be out at once with one set of settings. Those beyond wait in order.
 * Thread-safe.
 */
final class RequestSlots {

  private static final Map<ModelSettings, RequestSlots> OF_SETTINGS = new WeakHashMap<>();

  private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
  private int free;

  private RequestSlots(int free) {
    this.free = free;
  }

  /** Returns those of some settings; null if they have no limit. */
  static @Nullable RequestSlots of(ModelSettings settings) {
    int most = settings.maxConcurrent();
    if (most == Integer.MAX_VALUE) {
      return null;
    }
    synchronized (OF_SETTINGS) {
      return OF_SETTINGS.computeIfAbsent(settings, each -> new RequestSlots(most));
    }
  }

  /** Returns a slot, which is taken once it is complete, unless it is cancelled before. */
  synchronized CompletableFuture<Void> take() {
    var slot = new CompletableFuture<Void>();
    if (free > 0) {
      free--;
      slot.complete(null);
    } else {
      waiting.add(slot);
    }
    return slot;
  }

  /** Gives a slot back, to the one that has waited longest. */
  synchronized void giveBack() {
    CompletableFuture<Void> next = waiting.poll();
    while (next != null && !next.complete(null)) { // cancelled meanwhile
      next = waiting.poll();
    }
    if (next == null) {
      free++;
    }
  }
}
