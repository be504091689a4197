package dev.attache.core;

import static dev.attache.test.LongWait.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** A group that a run is started in, to see the threads that it starts. */
final class RunGroup {

  private final ThreadGroup group = new ThreadGroup("run");

  /** Calls what starts a run, or does more with it. */
  <T> T call(Callable<T> call) throws Exception {
    return Background.start(group, call).result();
  }

  /** The names of all its threads that are alive. */
  List<String> threads() {
    return alive().map(Thread::getName).toList();
  }

  /** How many of its threads read items. */
  long readers() {
    return alive().filter(thread -> thread.getName().startsWith("attache-read-")).count();
  }

  /** Waits until all that is left to its threads is to wait. */
  void awaitRest() {
    await()
        .pollInterval(Duration.ofMillis(1))
        .during(Duration.ofMillis(20)) // who was just woken looks as if it still waited
        .until(() -> alive().allMatch(Background::isAtRest));
  }

  private Stream<Thread> alive() {
    var threads = new Thread[group.activeCount() + 16];
    int count = group.enumerate(threads);
    return Stream.of(threads).limit(count);
  }
}
