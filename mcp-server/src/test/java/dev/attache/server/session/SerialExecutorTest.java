package dev.attache.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {

  private final Deque<Runnable> given = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();
  private int threads;
  private final SerialExecutor inTurn = new SerialExecutor(this::give);

  private void give(Runnable work) {
    if (threads == 0) {
      throw new RejectedExecutionException("no thread");
    }
    threads--;
    given.add(work);
  }

  @Test
  void runsOneAfterTheOther() {
    threads = 2;
    inTurn.execute(() -> done.add("a"));
    inTurn.execute(() -> done.add("b"));
    assertThat(given).hasSize(1);
    given.remove().run();
    assertThat(done).containsExactly("a");
    given.remove().run();
    assertThat(done).containsExactly("a", "b");
    assertThat(given).isEmpty();
  }

  @Test
  void runsAllOnTheThreadThatIsThereIfThereIsNoOther() {
    inTurn.execute(
        () -> {
          inTurn.execute(() -> done.add("b"));
          done.add("a");
        });
    inTurn.execute(() -> done.add("c"));
    assertThat(done).containsExactly("a", "b", "c");
  }

  @Test
  void goesOnWhenNoMoreThreadsCanBeHad() {
    threads = 1;
    inTurn.execute(() -> done.add("a"));
    inTurn.execute(() -> done.add("b"));
    inTurn.execute(() -> done.add("c"));
    given.remove().run();
    assertThat(done).containsExactly("a", "b", "c");
    threads = 1;
    inTurn.execute(() -> done.add("d"));
    assertThat(given).hasSize(1);
  }

  @Test
  void goesOnAfterWhatFails() {
    assertThatThrownBy(
            () ->
                inTurn.execute(
                    () -> {
                      inTurn.execute(() -> done.add("b"));
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
    assertThat(done).containsExactly("b");
  }
}
