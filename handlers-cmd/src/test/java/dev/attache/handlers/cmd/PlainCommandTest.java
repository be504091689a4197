package dev.attache.handlers.cmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.process.ChildProcess;
import dev.attache.resource.process.OutputPipe;
import dev.attache.resource.spi.Invocation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands on machines that have no {@code setsid}, or no {@code /proc} either. */
@Timeout(60)
class PlainCommandTest {

  private static final int LIMIT = 10_000;

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
    return new Launch(shell, environment, Duration.ofSeconds(30), LIMIT, LIMIT);
  }

  private Completion await(RunningCommand command, Duration time) throws Exception {
    command.startReading(readers);
    return command.await(time.toNanos());
  }

  private static RunningCommand plain(String script) throws IOException {
    Launch launch = launch(script);
    return new RunningCommand(ChildProcess.startPlainly(launch.start(), null), launch);
  }

  private Completion plainly(String script) throws Exception {
    return await(plain(script), Duration.ofSeconds(30));
  }

  private static RunningCommand withoutSession(String script) throws IOException {
    OutputPipe output = OutputPipe.open();
    OutputPipe errors = OutputPipe.open();
    assertThat(output).isNotNull();
    assertThat(errors).isNotNull();
    Launch launch = launch(script);
    return new RunningCommand(ChildProcess.startOn(output, errors, launch.start(), null), launch);
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
    RunningCommand command = plain("sleep " + seconds + " & (sleep " + seconds + "; echo) & wait");
    assertThatThrownBy(() -> await(command, Duration.ofMillis(500)))
        .isInstanceOf(OutOfTimeException.class);
  }

  @Test
  void endsDescendantsAtTheTimeLimitWithoutASession() throws Exception {
    RunningCommand command = withoutSession("sleep " + seconds + " & setsid sleep " + seconds);
    assertThatThrownBy(() -> await(command, Duration.ofMillis(500)))
        .isInstanceOf(OutOfTimeException.class);
  }

  @Test
  void endsAChildThatHoldsThePipeWithoutASession() throws Exception {
    RunningCommand command = withoutSession("echo out; sleep " + seconds + " &");
    Completion completion = await(command, Duration.ofSeconds(30));
    assertThat(completion.output().head()).asString().isEqualTo("out\n");
    assertThat(completion.leftBehind()).isEqualTo(1);
  }
}
