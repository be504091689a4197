package dev.attache.store.log;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLockTest {

  @TempDir Path directory;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  @AfterEach
  void end() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  private Path file() {
    return directory.resolve("lock");
  }

  /** Takes it when it is free, however long that takes. */
  private boolean take() throws StoreException {
    return take(60_000);
  }

  private boolean take(long waitMillis) throws StoreException {
    LogLock.acquire(file(), "it cannot be written", waitMillis).close();
    return true;
  }

  private void assertBusy(long seconds, ThrowingCallable taking) {
    assertThatThrownBy(taking)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.BUSY))
        .hasMessage(
            "it cannot be written: another process has held it for "
                + seconds
                + " seconds; wait for it or stop it, then try again (it locks "
                + file()
                + ")");
  }

  @Test
  void isHadByOneThreadAtATime() throws Exception {
    LogLock lock = LogLock.acquire(file(), "", 0);
    assertThat(LogLock.isHeld(file())).isTrue();
    assertThat(threads.submit(() -> LogLock.isHeld(file())).get()).isFalse();
    threads
        .submit(
            () -> {
              assertBusy(0, () -> take(1));
              assertBusy(1, () -> take(1000)); // the one that waits as long as it says
            })
        .get();
    lock.close();
    assertThat(LogLock.isHeld(file())).isFalse();
    assertThat(threads.submit(() -> take()).get()).isTrue();
  }

  @Test
  void isWaitedFor() throws Exception {
    LogLock lock = LogLock.acquire(file(), "", 0);
    var taker = new AtomicReference<Thread>();
    Future<Boolean> waiting =
        threads.submit(
            () -> {
              taker.set(Thread.currentThread());
              return take();
            });
    await()
        .pollInterval(1, TimeUnit.MILLISECONDS)
        .until(() -> taker.get() != null && taker.get().getState() == Thread.State.TIMED_WAITING);
    assertThat(waiting.isDone()).isFalse();
    lock.close();
    assertThat(waiting.get()).isTrue();
  }

  @Test
  @Tag("process")
  void isHadByOneProcessAtATime() throws Exception {
    Process holder = LockingProgram.start(file());
    try (InputStream out = holder.getInputStream()) {
      assertThat(out.read()).isEqualTo('l');
      assertBusy(0, () -> take(50));
    } finally {
      holder.destroyForcibly().waitFor();
    }
    take();
  }

  @Test
  void waitsForAnotherCopyOfTheProgramInTheSameProcess() throws Exception {
    try (FileChannel other =
            FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var held = other.lock()) {
      assertThat(held.isValid()).isTrue();
      assertBusy(0, () -> take(50));
    }
    take();
  }

  @Test
  void isNotWaitedForByWhoIsInterrupted() throws Exception {
    Thread.currentThread().interrupt();
    assertThatThrownBy(this::take).hasMessage("it cannot be written: interrupted");
    assertThat(Thread.interrupted()).isTrue();
    take();
  }
}
