package dev.attache.handlers.cmd.run;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.handlers.cmd.Processes;
import dev.attache.resource.spi.Invocation;
import dev.attache.support.process.ChildProcess;
import dev.attache.support.process.ProgramPath;
import dev.attache.support.process.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands as they come: floods, sleepers, and those that leave others behind. */
@Tag("process")
class CommandsTest {

  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int LIMIT = 64 << 10;

  /** So long that only waiting for what never comes takes it. */
  private static final long PATIENT = PATIENCE.toNanos();

  /** So short that what takes no end is not waited for. */
  private static final long HURRIED = TimeUnit.MILLISECONDS.toNanos(50);

  /** Tells the processes of one test from all others: an odd number of seconds to sleep. */
  private final String seconds = "9" + System.nanoTime() % 1_000_000_000L;

  private final Commands commands = new Commands(new Patience(PATIENT, PATIENT, PATIENT));

  /** Commands whose output nobody waits for once they have ended. */
  private final Commands hurried = new Commands(new Patience(HURRIED, PATIENT, PATIENT));

  private final List<RunningCommand> started = new ArrayList<>();
  private final ExecutorService readers = Executors.newCachedThreadPool();
  private Path directory = Path.of("/");

  @BeforeEach
  void remember(@TempDir Path temporary) throws IOException {
    directory = temporary.toRealPath();
  }

  @AfterEach
  void leavesNoProcess() throws Exception {
    commands.close();
    hurried.close();
    started.forEach(command -> command.end(0));
    readers.shutdownNow();
    assertThat(Processes.withArgument(seconds)).isEmpty();
  }

  private Launch launch(Duration time, String... words) throws IOException {
    List<String> all = List.of(words);
    Path path = Path.of("/bin/" + all.get(0));
    var invocation =
        new Invocation(
            all.get(0),
            Files.exists(path) ? path : directory.resolve(all.get(0)),
            all.subList(1, all.size()),
            directory);
    return new Launch(invocation, Map.of("PATH", "/usr/bin:/bin"), time, LIMIT, LIMIT);
  }

  private Completion run(String... words) throws Exception {
    return commands.run(launch(LONG, words));
  }

  private Completion runHurried(String script) throws Exception {
    return hurried.run(launch(LONG, "sh", "-c", script));
  }

  /** What comes of a script whose time is up once it has made the file {@code ready}. */
  private OutOfTimeException runsOutOfTime(Patience patience, String script) throws Exception {
    Launch launch = launch(LONG, "sh", "-c", script);
    var command = new RunningCommand(ChildProcess.start(launch.start()), launch, patience);
    started.add(command);
    command.startReading(readers);
    awaitFiles("ready", 1);
    OutOfTimeException e = catchThrowableOfType(OutOfTimeException.class, () -> command.await(0));
    assertThat(e).isNotNull();
    return e;
  }

  private OutOfTimeException runsOutOfTime(String script) throws Exception {
    return runsOutOfTime(new Patience(PATIENT, PATIENT, PATIENT), script);
  }

  private void awaitFiles(String name, int count) {
    await().until(() -> files(name) == count);
  }

  private long files(String name) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().startsWith(name)).count();
    }
  }

  private void awaitSleepers(int count) {
    await()
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .until(() -> Processes.sleepers(seconds) == count);
  }

  private static String text(Captured captured) {
    return new String(captured.head(), UTF_8) + new String(captured.tail(), UTF_8);
  }

  @Test
  void keepsBothStreamsApart() throws Exception {
    Completion completion = run("sh", "-c", "echo out; echo err >&2; exit 3");
    assertThat(text(completion.output())).isEqualTo("out\n");
    assertThat(text(completion.errors())).isEqualTo("err\n");
    assertThat(completion.exitCode()).isEqualTo(3);
    assertThat(completion.leftBehind()).isZero();
  }

  @Test
  void showsAProgramItsNameAsItWasWritten() throws Exception {
    assertThat(text(run("ls", "missing").errors())).startsWith("ls: cannot access 'missing'");
  }

  @Test
  void givesNothingToReadOnStandardInput() throws Exception {
    assertThat(run("cat").output().isEmpty()).isTrue();
    assertThat(text(run("readlink", "/proc/self/fd/0").output())).isEqualTo("/dev/null\n");
  }

  @Test
  void passesTheGivenEnvironmentAndNoMore() throws Exception {
    assertThat(text(run("env").output())).isEqualTo("PATH=/usr/bin:/bin\n");
  }

  @Test
  void runsACommandInASessionOfItsOwn() throws Exception {
    assertThat(text(run("sh", "-c", "ps -o sid= -p $$ | tr -d ' '; echo $$").output()).lines())
        .hasSize(2)
        .satisfies(lines -> assertThat(lines.get(0)).isEqualTo(lines.get(1)));
  }

  @Test
  void drainsWhatItDoesNotKeep() throws Exception {
    Completion completion =
        run("sh", "-c", "head -c 5000000 /dev/zero; head -c 7000000 /dev/zero >&2");
    assertThat(completion.output().size()).isEqualTo(5_000_000);
    assertThat(completion.errors().size()).isEqualTo(7_000_000);
    assertThat(completion.output().cut()).isGreaterThanOrEqualTo(5_000_000 - LIMIT);
  }

  @Test
  void endsACommandAtItsTimeLimit() {
    Duration limit = Duration.ofMillis(100);
    long start = System.nanoTime();
    assertThatThrownBy(() -> commands.run(launch(limit, "sleep", seconds)))
        .isInstanceOf(OutOfTimeException.class);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(limit.toNanos());
  }

  @Test
  void endsASleeper() throws Exception {
    OutOfTimeException e = runsOutOfTime("echo before; : > ready; sleep " + seconds);
    assertThat(text(e.output())).isEqualTo("before\n");
  }

  /** A flood that has been under way for long enough to be more than what is kept. */
  private String flood() {
    return "yes " + seconds + " | head -c " + 4 * LIMIT;
  }

  @Test
  void endsAFloodOnStandardOutput() throws Exception {
    OutOfTimeException e = runsOutOfTime(flood() + "; : > ready; exec yes " + seconds);
    assertThat(e.output().size()).isGreaterThan(LIMIT);
    assertThat(e.output().head().length + e.output().tail().length).isLessThanOrEqualTo(LIMIT);
  }

  @Test
  void endsAFloodOnStandardError() throws Exception {
    OutOfTimeException e =
        runsOutOfTime("exec >&2; " + flood() + "; : > ready; exec yes " + seconds);
    assertThat(e.errors().size()).isGreaterThan(LIMIT);
    assertThat(e.output().isEmpty()).isTrue();
  }

  @Test
  void killsWhatIgnoresBeingAsked() throws Exception {
    long start = System.nanoTime();
    runsOutOfTime(
        new Patience(PATIENT, PATIENT, HURRIED),
        "trap '' TERM; : > ready; sleep " + seconds + " & sleep " + seconds + "; sleep " + seconds);
    assertThat(System.nanoTime() - start).as("asked, and waited").isGreaterThanOrEqualTo(HURRIED);
  }

  @Test
  @Tag("slow")
  void waitsASecondForOutputAndTwoForAnEnd() throws Exception {
    long start = System.nanoTime();
    try (var usual = new Commands()) {
      String script = "trap '' TERM; sleep " + seconds + " & echo out";
      Completion completion = usual.run(launch(LONG, "sh", "-c", script));
      assertThat(text(completion.output())).isEqualTo("out\n");
      assertThat(completion.leftBehind()).isEqualTo(1);
    }
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(3));
  }

  @Test
  void letsACommandSayLastWordsWhenAsked() throws Exception {
    // The sleeper is ready by itself: a shell that is just being forked for it misses the signal.
    String sleeper = "sh -c ': > ready; exec sleep " + seconds + "'";
    OutOfTimeException e = runsOutOfTime("trap 'echo bye; exit' TERM; " + sleeper + " & wait");
    assertThat(text(e.output())).isEqualTo("bye\n");
  }

  @Test
  void endsAChildThatHoldsThePipe() throws Exception {
    Completion completion = runHurried("echo out; sleep " + seconds + " &");
    assertThat(text(completion.output())).isEqualTo("out\n");
    assertThat(completion.exitCode()).isZero();
    assertThat(completion.leftBehind()).isEqualTo(1);
  }

  @Test
  void endsAChildThatHasLetGoOfThePipes() throws Exception {
    String quiet = " </dev/null >/dev/null 2>&1 &";
    assertThat(run("sh", "-c", "sleep " + seconds + quiet).leftBehind()).isEqualTo(1);
  }

  @Test
  void endsGrandchildrenThatForkedTwice() throws Exception {
    String quiet = " </dev/null >/dev/null 2>&1 &";
    // cat ends when those have ended that are between this and the sleeper
    String script = "(sh -c '(sleep " + seconds + quiet + ")' &) | cat";
    assertThat(run("sh", "-c", script).leftBehind()).isEqualTo(1);
  }

  @Test
  void endsADaemonThatHoldsThePipeInASessionOfItsOwn() throws Exception {
    String script = "setsid sh -c '(sleep " + seconds + " &)'; echo out";
    Completion completion = runHurried(script);
    assertThat(text(completion.output())).isEqualTo("out\n");
    assertThat(completion.leftBehind()).isEqualTo(1);
  }

  @Test
  void endsAFloodThatWasLeftBehind() throws Exception {
    Completion completion = runHurried("yes " + seconds + " & echo started >&2");
    assertThat(completion.leftBehind()).isEqualTo(1);
    assertThat(text(completion.errors())).isEqualTo("started\n");
  }

  @Test
  void endsAProcessThatKeepsStartingItsSuccessor() throws Exception {
    // for no more than some seconds, should it get away
    String script = "[ $(date +%s) -lt $2 ] && : > ready && ./runaway $1 $2 &\n";
    Files.writeString(directory.resolve("runaway"), "#!/bin/sh\n" + script);
    assertThat(directory.resolve("runaway").toFile().setExecutable(true)).isTrue();
    long end = System.currentTimeMillis() / 1000 + 20;
    String quiet = " </dev/null >/dev/null 2>&1 & sleep ";
    runsOutOfTime(Patience.USUAL, "./runaway " + seconds + " " + end + quiet + seconds);
    assertThat(Processes.withArgument(seconds)).isEmpty();
  }

  @Test
  void waitsForTheLastOutputOfWhatEndsSoon() throws Exception {
    Completion completion = run("sh", "-c", "(sleep 0.05; echo late) &");
    assertThat(text(completion.output())).isEqualTo("late\n");
    assertThat(completion.leftBehind()).isZero();
  }

  @Test
  void showsADeathBySignalAs128AndItsNumber() throws Exception {
    assertThat(run("sh", "-c", "kill -KILL $$").exitCode()).isEqualTo(137);
    assertThat(run("sh", "-c", "kill -SEGV $$").exitCode()).isEqualTo(139);
  }

  @Test
  void saysWhyAProgramCannotBeStarted() throws Exception {
    Files.writeString(directory.resolve("lost"), "#!/missing/interpreter\n");
    assertThat(directory.resolve("lost").toFile().setExecutable(true)).isTrue();
    assertThatThrownBy(() -> run("./lost"))
        .isInstanceOf(IOException.class)
        .hasMessage("no such file or directory");
  }

  @Test
  void startsAPathAsItWasFoundAndNotByItsLetters() throws Exception {
    Files.createDirectories(directory.resolve("deep/er"));
    Files.createSymbolicLink(directory.resolve("link"), directory.resolve("deep/er"));
    script("run.sh", "echo by the letters");
    script("deep/run.sh", "echo by the links");
    Path found = ProgramPath.find("cmd:x", "link/../run.sh", SearchPath.DEFAULT, directory);
    assertThat(found).isEqualTo(directory.resolve("deep/run.sh"));
    var invocation = new Invocation("link/../run.sh", found, List.of(), directory);
    Launch launch = new Launch(invocation, Map.of("PATH", "/bin"), LONG, LIMIT, LIMIT);
    assertThat(text(commands.run(launch).output())).isEqualTo("by the links\n");
  }

  @Test
  void startsTheFileThatWasShownHoweverItsPathIsWritten() throws Exception {
    Path shown = script("shown.sh", "echo shown");
    script("other.sh", "echo other");
    var invocation = new Invocation("./other.sh", shown, List.of(), directory);
    Launch launch = new Launch(invocation, Map.of("PATH", "/bin"), LONG, LIMIT, LIMIT);
    assertThat(text(commands.run(launch).output())).isEqualTo("shown\n");
  }

  private Path script(String name, String line) throws IOException {
    Path script = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + line + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  @Test
  void saysThatArgumentsAreTooLong() {
    assertThatThrownBy(() -> run("true", "x".repeat(3_000_000)))
        .isInstanceOf(IOException.class)
        .hasMessage("argument list too long");
  }

  @Test
  void endsACommandWhenItsThreadIsInterrupted() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Future<Completion> future = threads.submit(() -> run("sleep", seconds));
    awaitSleepers(1);
    threads.shutdownNow();
    assertAllInterrupted(List.of(future));
  }

  /** What was ended from here must not look like a command that failed by itself. */
  @Test
  void endsAllCommandsWhenTheRunIsOver() throws Exception {
    List<Future<Completion>> futures = runAtOnce(3, "sleep", seconds);
    awaitSleepers(3);
    commands.close();
    assertAllInterrupted(futures);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 40})
  void leavesNoneOfTheCommandsThatAreJustBeingStarted(int begun) throws Exception {
    var begins = new CountDownLatch(begun);
    List<Future<Completion>> futures =
        runAtOnce(
            40,
            () -> {
              begins.countDown();
              return run("sleep", seconds);
            });
    begins.await();
    commands.close();
    assertThat(Processes.withArgument(seconds)).isEmpty();
    assertAllInterrupted(futures);
  }

  @Test
  void endsManyThatDoNotWantToEnd() throws Exception {
    String script = "trap '' TERM; : > ready.$$; sleep " + seconds + "; sleep " + seconds;
    List<Future<Completion>> futures = runAtOnce(20, "sh", "-c", script);
    awaitFiles("ready.", 20);
    commands.close();
    assertAllInterrupted(futures);
  }

  private List<Future<Completion>> runAtOnce(int times, String... words) {
    return runAtOnce(times, () -> run(words));
  }

  private static List<Future<Completion>> runAtOnce(int times, Callable<Completion> running) {
    ExecutorService threads = Executors.newFixedThreadPool(times);
    var futures = new ArrayList<Future<Completion>>();
    for (int i = 0; i < times; i++) {
      futures.add(threads.submit(running));
    }
    threads.shutdown();
    return futures;
  }

  private static void assertAllInterrupted(List<Future<Completion>> futures) {
    for (Future<Completion> future : futures) {
      assertThatThrownBy(future::get).hasRootCauseInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void takesNothingOfOneCommandForAnother() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    var calls = new ArrayList<Callable<Completion>>();
    for (int i = 0; i < 64; i++) {
      String number = Integer.toString(i);
      calls.add(() -> run("sh", "-c", "sleep 0.0" + number + " & echo " + number + "; wait"));
    }
    List<Future<Completion>> results = threads.invokeAll(calls);
    for (int i = 0; i < results.size(); i++) {
      assertThat(text(results.get(i).get().output())).isEqualTo(i + "\n");
      assertThat(results.get(i).get().leftBehind()).isZero();
    }
    threads.shutdownNow();
  }
}
