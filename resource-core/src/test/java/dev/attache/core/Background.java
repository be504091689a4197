package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls on threads of their own, of which some are meant to wait. */
final class Background {

  private Background() {}

  static <T> FutureTask<T> start(Callable<T> call) {
    var task = new FutureTask<>(call);
    var thread = new Thread(task, "in-the-background");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  static void assertWaits(FutureTask<?> task) {
    assertThatThrownBy(() -> task.get(50, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
  }
}
