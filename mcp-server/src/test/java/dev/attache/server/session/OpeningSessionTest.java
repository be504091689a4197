package dev.attache.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.server.BrokenObserver;
import dev.attache.server.Noted;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class OpeningSessionTest {

  private final Noted noted = new Noted();

  @Test
  void keepsTheOrderOfWhatWaitsForIt() throws InterruptedException {
    var mayGoOn = new CountDownLatch(1);
    var isOver = new CountDownLatch(1);
    OpeningSession opening =
        OpeningSession.start(
            () -> {
              try {
                mayGoOn.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e); // nobody does that
              }
              throw new IOException("no");
            },
            noted::note);
    List<Integer> order = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 100; i++) {
      int number = i;
      opening.whenOver(() -> order.add(number));
    }
    opening.whenOver(isOver::countDown);
    assertThat(order).isEmpty();
    mayGoOn.countDown();
    isOver.await();
    assertThat(order).hasSize(100).isSorted();
  }

  @Test
  void saysWhyItCannotBeOpenedWhateverItIs() throws InterruptedException {
    OpeningSession opening =
        OpeningSession.start(
            () -> {
              throw new IllegalStateException("odd");
            },
            noted::note);
    var isOver = new CountDownLatch(1);
    opening.whenOver(isOver::countDown);
    isOver.await();
    String why =
        "the session cannot be opened: internal error:" + " java.lang.IllegalStateException: odd";
    assertThatThrownBy(opening::opened).isInstanceOf(RequestException.class).hasMessage(why);
    assertThatThrownBy(opening::requireNotFailed).hasMessage(why);
    assertThat(noted.lines).containsExactly(why);
  }

  @Test
  void interruptsTheWorkWhenItIsClosed() throws InterruptedException {
    var isInterrupted = new CountDownLatch(1);
    var hasBegun = new CountDownLatch(1);
    OpeningSession opening =
        OpeningSession.start(
            () -> {
              try {
                hasBegun.countDown();
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                isInterrupted.countDown();
              }
              throw new java.util.concurrent.CancellationException();
            },
            noted::note);
    hasBegun.await();
    opening.close();
    isInterrupted.await();
    assertThatThrownBy(opening::opened).hasMessage("the session was closed");
    assertThat(noted.lines).isEmpty();
  }

  @Test
  void failsForThoseWhoWaitAlsoIfItCannotBeNoted() throws InterruptedException {
    OpeningSession opening =
        OpeningSession.start(
            () -> {
              throw new IOException("no");
            },
            new BrokenObserver()::note);
    var isOver = new CountDownLatch(1);
    opening.whenOver(isOver::countDown);
    isOver.await();
    assertThatThrownBy(opening::opened).hasMessage("the session cannot be opened: no");
  }
}
