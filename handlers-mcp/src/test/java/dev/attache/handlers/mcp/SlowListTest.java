package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.mcp.McpException;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.resource.testkit.RecordingSink;
import dev.attache.resource.testkit.TestContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that take long to list what they have. */
class SlowListTest {

  private final CountDownLatch listing = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final List<Duration> timeouts = Collections.synchronizedList(new ArrayList<>());
  private final MemoryServer slow =
      MemoryServer.of("slow").with("demo://s", "s").delaying(this::wait);
  private final MemoryServer quick = MemoryServer.of("quick").with("demo://q", "q");

  /** Takes all the time that there is. */
  private void wait(Duration timeout) throws McpException {
    timeouts.add(timeout);
    listing.countDown();
    try {
      new CountDownLatch(1).await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      interrupted.countDown();
      Thread.currentThread().interrupt();
    }
    throw new McpException(McpException.Kind.TIMEOUT, "the server gave no answer", null);
  }

  private static List<Reference> references(String... texts) {
    var references = new ArrayList<Reference>();
    for (String text : texts) {
      references.add(Reference.of(references.size(), text));
    }
    return references;
  }

  @Test
  @Tag("slow")
  void areWaitedForOneSecondForTheNamesOfWhatIsRead() {
    var run = new ServerRun(slow.server());
    assertThat(run.entry("demo://s", slow, Duration.ofSeconds(60))).isNull();
    assertThat(timeouts).containsExactly(Duration.ofSeconds(1));
    assertThat(run.entry("demo://s", slow, Duration.ofSeconds(60))).isNull();
    assertThat(timeouts).hasSize(1);
  }

  @Test
  void areWaitedForNoLongerThanThereIsTime() {
    var run = new ServerRun(slow.server());
    assertThat(run.entry("demo://s", slow, Duration.ofMillis(10))).isNull();
    assertThat(timeouts).containsExactly(Duration.ofMillis(10));
  }

  @Test
  @Tag("slow")
  void areWaitedForOneSecondAlsoWhileAnotherThreadAsksThem() throws Exception {
    var run = new ServerRun(slow.server());
    var other = new FutureTask<>(() -> run.list(slow, Duration.ofSeconds(60)));
    var thread = new Thread(other);
    thread.start();
    try {
      listing.await();
      assertThat(run.entry("demo://s", slow, Duration.ofSeconds(60))).isNull();
      assertThat(other).isNotDone(); // which waits for 60 s
      assertThat(timeouts).containsExactly(Duration.ofSeconds(60));
    } finally {
      thread.interrupt();
      thread.join();
    }
  }

  @Test
  void areInterruptedWhenTheRunEnds() throws Exception {
    var handler = new MemoryServers(quick, slow).handler();
    var sink = new EndingSink();
    try (TestContext context = TestContext.builder(Path.of("/")).build()) {
      assertThatThrownBy(() -> handler.expand(references("mcp+quick+", "mcp+slow+"), context, sink))
          .isInstanceOf(CancellationException.class);
    }
    interrupted.await();
  }

  @Test
  void areInterruptedWithTheThreadThatWantsTheList() throws Exception {
    var handler = new MemoryServers(quick, slow).handler();
    var sink = new RecordingSink();
    var stillInterrupted = new AtomicBoolean();
    var expansion =
        new Thread(
            () -> {
              try (TestContext context = TestContext.builder(Path.of("/")).build()) {
                handler.expand(references("mcp+slow+", "mcp+quick+"), context, sink);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              stillInterrupted.set(Thread.currentThread().isInterrupted());
            });
    expansion.start();
    listing.await();
    expansion.interrupt();
    expansion.join();
    interrupted.await();
    assertThat(stillInterrupted).isTrue();
    assertThat(sink.lines().get(0))
        .isEqualTo("fail mcp+slow+: TIMEOUT: interrupted before the server returned");
  }

  /** A sink whose run ends with the first candidate, once the slow server is listing. */
  private final class EndingSink implements CandidateSink {

    @Override
    public void candidate(Reference reference, Candidate candidate) {
      try {
        listing.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new CancellationException("the run has ended");
    }

    @Override
    public void skip(Reference reference, Candidate candidate, SkipReason reason, String detail) {
      throw new AssertionError(detail);
    }

    @Override
    public void fail(Reference reference, ResourceException problem) {
      throw new AssertionError(problem);
    }

    @Override
    public void note(Reference reference, String text) {
      throw new AssertionError(text);
    }
  }
}
