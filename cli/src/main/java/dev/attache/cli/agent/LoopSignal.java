package dev.attache.cli.agent;

import dev.attache.agent.AgentLoop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The watch for a signal that ends the program while a model is asked, as Ctrl-C does: the loop is
 * cancelled, and what had come is recorded before the program is gone.
 */
final class LoopSignal implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 5;

  private final AgentLoop loop;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "attache-interrupted-loop");

  private LoopSignal(AgentLoop loop) {
    this.loop = loop;
  }

  static LoopSignal watch(AgentLoop loop) {
    var signal = new LoopSignal(loop);
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  private void end() {
    loop.cancel();
    try {
      if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return; // a tool that does not end; the call has no result, and is not run again
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The program ends, and the hook finds that it is over.
    }
  }
}
