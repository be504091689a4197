package dev.attache.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.history.StoreException;
import dev.attache.core.history.StoreException.Kind;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogLockTest {

  @TempDir Path directory;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  @AfterEach
  void end() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  private Path file() {
    return directory.resolve("lock");
  }

  private void take() throws StoreException {
    LogLock.acquire(file(), "it cannot be written", 2000).close();
  }

  private void assertBusy(Throwable e) {
    assertThat(e)
        .hasMessage(
            "it cannot be written: another writer has held it for 2 seconds; wait until that is"
                + " done, or end it, and try again (it locks "
                + file()
                + ")");
    assertThat(((StoreException) e).kind()).isEqualTo(Kind.BUSY);
  }

  @Test
  void isHadByOneThreadAtATime() throws Exception {
    LogLock lock = LogLock.acquire(file(), "", 0);
    assertThat(LogLock.isHeld(file())).isTrue();
    assertThat(threads.submit(() -> LogLock.isHeld(file())).get()).isFalse();
    assertThatThrownBy(() -> threads.submit(this::takeCalled).get())
        .cause()
        .satisfies(this::assertBusy);
    lock.close();
    assertThat(LogLock.isHeld(file())).isFalse();
    threads.submit(this::takeCalled).get();
  }

  private boolean takeCalled() throws StoreException {
    take();
    return true;
  }

  @Test
  void isWaitedFor() throws Exception {
    LogLock lock = LogLock.acquire(file(), "", 0);
    var taker = new AtomicReference<Thread>();
    Future<Boolean> waiting =
        threads.submit(
            () -> {
              taker.set(Thread.currentThread());
              return takeCalled();
            });
    while (taker.get() == null || taker.get().getState() != Thread.State.TIMED_WAITING) {
      assertThat(waiting.isDone()).isFalse();
      Thread.onSpinWait();
    }
    assertThat(waiting.isDone()).isFalse();
    lock.close();
    assertThat(waiting.get(5, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void isHadByOneProcessAtATime() throws Exception {
    Process holder = LockingProgram.start(file());
    try (InputStream out = holder.getInputStream()) {
      assertThat(out.read()).isEqualTo('l');
      assertThatThrownBy(this::take).satisfies(this::assertBusy);
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
      assertThatThrownBy(this::take).satisfies(this::assertBusy);
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
