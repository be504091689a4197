package dev.attache.mcp.session;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one call as a server tells it, handed on by the thread that waits for the answer,
 * so that whoever takes it may ask the server in turn. Thread-safe.
 */
final class CallProgress {

  /** Of more that nobody has taken yet, the rest is dropped: the next step says more. */
  private static final int CAPACITY = 1024;

  private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
  private final Consumer<Map<String, Object>> taker;

  /**
   * One step, or the end.
   *
   * @param params null at the end
   */
  private record Step(@Nullable Map<String, Object> params) {}

  CallProgress(Consumer<Map<String, Object>> taker) {
    this.taker = taker;
  }

  void add(Map<String, Object> params) {
    if (steps.size() < CAPACITY) {
      steps.add(new Step(params));
    }
  }

  /** Says that the answer has come. */
  void end() {
    steps.add(new Step(null));
  }

  /** Hands on what comes, until the end or that of the time. */
  void handOn(CallTime time) throws InterruptedException {
    boolean isEnd = false;
    while (!isEnd) {
      Step step = steps.poll(time.patience(), TimeUnit.NANOSECONDS);
      Map<String, Object> params = step == null ? null : step.params();
      if (params != null) {
        taker.accept(params);
      }
      isEnd = step == null ? time.isOver() : params == null;
    }
  }
}
