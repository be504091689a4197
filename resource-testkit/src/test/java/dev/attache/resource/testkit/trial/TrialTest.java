package dev.attache.resource.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TrialTest {

  /** Much longer than anything here takes. */
  private static final Duration LONG = Duration.ofMinutes(10);

  private final CountDownLatch end = new CountDownLatch(1);

  @Test
  void isUnderWayWhenItsThreadWaits() throws Exception {
    var called = new AtomicBoolean();
    Trial<Boolean> trial =
        Trial.start(
            () -> {
              called.set(true);
              end.await();
              return true;
            });
    trial.awaitUnderWay(LONG);
    assertThat(called).isTrue();
    assertThat(end.getCount()).isEqualTo(1);
    end.countDown();
    assertThat(trial.result()).isTrue();
  }

  @Test
  void isUnderWayWhenItsTimeToBeginIsOver() throws Exception {
    Trial<Boolean> trial =
        Trial.start(
            () -> {
              while (end.getCount() > 0) {
                Thread.onSpinWait();
              }
              return true;
            });
    trial.awaitUnderWay(Duration.ofMillis(20));
    assertThat(trial.endsWithin(Duration.ofMillis(1))).isFalse();
    end.countDown();
    assertThat(trial.endsWithin(LONG)).isTrue();
  }

  @Test
  void isNotWaitedForWhenItHasEnded() throws Exception {
    Trial<String> trial = Trial.start(() -> "ended");
    trial.awaitUnderWay(LONG);
    assertThat(trial.result()).isEqualTo("ended");
  }

  @Test
  void namesTheThreadsThatItLeft() throws Exception {
    Trial<Thread> trial = Trial.start(this::startAThread);
    trial.result();
    assertThat(trial.survivors(Duration.ofMillis(100), thread -> false)).containsExactly("left");
    assertThat(trial.survivors(LONG, thread -> thread.getName().equals("left"))).isEmpty();
    end.countDown();
    assertThat(trial.survivors(LONG, thread -> false)).isEmpty();
  }

  private Thread startAThread() {
    var thread =
        new Thread(
            () -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "left");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
