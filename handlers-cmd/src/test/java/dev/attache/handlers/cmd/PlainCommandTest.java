package dev.attache.handlers.cmd;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.handlers.cmd.run.Completion;
import dev.attache.handlers.cmd.run.Launch;
import dev.attache.handlers.cmd.run.OutOfTimeException;
import dev.attache.handlers.cmd.run.Patience;
import dev.attache.handlers.cmd.run.RunningCommand;
import dev.attache.resource.spi.Invocation;
import dev.attache.support.process.ChildProcess;
import dev.attache.support.process.OutputPipe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commands on machines that have no {@code setsid}, or no {@code /proc} either. */
@Tag("process")
class PlainCommandTest {

  private static final int LIMIT = 10_000;

  /** Does not wait for output that is held open, but for all that comes to its end. */
  private static final Patience HURRIED =
      new Patience(TimeUnit.MILLISECONDS.toNanos(50), PATIENCE.toNanos(), PATIENCE.toNanos());

  /** Tells the processes of one test from all others: an odd number of seconds to sleep. */
  private final String seconds = "9" + System.nanoTime() % 1_000_000_000L;

  private final ExecutorService readers = Executors.newCachedThreadPool();

  @AfterEach
  void leavesNoProcess() throws Exception {
    assertThat(Processes.withArgument(seconds)).isEmpty();
    readers.shutdownNow();
  }

  private static Launch launch(String script) {
    var shell = new Invocation("sh", Path.of("/bin/sh"), List.of("-c", script), Path.of("/"));
    Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin");
    return new Launch(shell, environment, PATIENCE, LIMIT, LIMIT);
  }

  private Completion complete(RunningCommand command) throws Exception {
    command.startReading(readers);
    return command.await(PATIENCE.toNanos());
  }

  /** Lets the time be up once two of its descendants sleep. */
  private void assertRunsOutOfTime(RunningCommand command) {
    command.startReading(readers);
    try {
      await().pollInterval(20, TimeUnit.MILLISECONDS).until(() -> Processes.sleepers(seconds) == 2);
      assertThatThrownBy(() -> command.await(0)).isInstanceOf(OutOfTimeException.class);
    } finally {
      command.end(0);
    }
  }

  private static RunningCommand plain(String script) throws IOException {
    Launch launch = launch(script);
    return new RunningCommand(ChildProcess.startPlainly(launch.start(), null), launch, HURRIED);
  }

  private Completion plainly(String script) throws Exception {
    return complete(plain(script));
  }

  private static RunningCommand withoutSession(String script) throws IOException {
    OutputPipe output = OutputPipe.open();
    OutputPipe errors = OutputPipe.open();
    assertThat(output).isNotNull();
    assertThat(errors).isNotNull();
    Launch launch = launch(script);
    ChildProcess child = ChildProcess.startOn(output, errors, launch.start(), null);
    return new RunningCommand(child, launch, HURRIED);
  }

  @Test
  void keepsBothStreamsWithoutATableOfProcesses() throws Exception {
    Completion completion = plainly("echo out; echo err >&2; exit 3");
    assertThat(completion.exitCode()).isEqualTo(3);
    assertThat(completion.output().head()).asString().isEqualTo("out\n");
    assertThat(completion.errors().head()).asString().isEqualTo("err\n");
    assertThat(completion.leftBehind()).isZero();
  }

  @Test
  void drainsWhatItDoesNotKeepWithoutATableOfProcesses() throws Exception {
    Completion completion = plainly("yes | head -c 1000000");
    assertThat(completion.output().size()).isEqualTo(1_000_000);
    assertThat(completion.output().kept()).isLessThanOrEqualTo(LIMIT);
  }

  @Test
  void endsDescendantsAtTheTimeLimitWithoutATableOfProcesses() throws Exception {
    assertRunsOutOfTime(plain("sleep " + seconds + " & (sleep " + seconds + "; echo) & wait"));
  }

  @Test
  void endsDescendantsAtTheTimeLimitWithoutASession() throws Exception {
    assertRunsOutOfTime(withoutSession("sleep " + seconds + " & setsid sleep " + seconds));
  }

  @Test
  void endsAChildThatHoldsThePipeWithoutASession() throws Exception {
    Completion completion = complete(withoutSession("echo out; sleep " + seconds + " &"));
    assertThat(completion.output().head()).asString().isEqualTo("out\n");
    assertThat(completion.leftBehind()).isEqualTo(1);
  }
}
