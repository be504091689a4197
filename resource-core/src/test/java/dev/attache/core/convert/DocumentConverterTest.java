package dev.attache.core.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import dev.attache.resource.convert.PartSelector.Pages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ResourceLock(DocumentConverterTest.WORKERS)
class DocumentConverterTest {

  /** What tests share that look at the processes of this one. */
  static final String WORKERS = "the processes that convert";

  private static final Path TESTS =
      Objects.requireNonNull(WorkerCommand.placeOf(ObedientConverter.class));

  private static final String NO_PROCESS = "the process for it cannot be started";

  private static final String ORDERS = "application/x-orders";

  /** One for all tests: whatever a test does to its process, the next gets a sound one. */
  private static final DocumentConverter CONVERTER =
      DocumentConverter.builder().addConverters(TESTS).workers(1).heapBytes(64L << 20).build();

  @AfterAll
  static void leavesNothingRunning() throws Exception {
    CONVERTER.close();
    assertThat(workers()).isEmpty();
  }

  @Test
  void endsItsProcessWhenItIsClosed() throws Exception {
    endWorkers();
    try (var own = one(null).build()) {
      convert(own, "hello", ConversionOptions.DEFAULT);
      assertThat(workers()).hasSize(1);
    }
    assertThat(workers()).isEmpty();
  }

  @Test
  void givesMarkdownNotesAndParts() throws Exception {
    assertThat(convert("hello"))
        .isEqualTo(
            new Conversion(
                "# hello\n",
                List.of("Done as ordered."),
                List.of(new DocumentPart("page=1", "1 page"))));
  }

  @Test
  void keepsItsProcessForTheNextDocument() throws Exception {
    assertThat(convert("pid").markdown()).isEqualTo(convert("pid").markdown());
  }

  @Test
  void startsNothingBeforeTheFirstDocument() throws Exception {
    endWorkers();
    DocumentConverter converter = one(null).build();
    assertThat(converter.converterOf(ORDERS))
        .contains(new ConverterEntry("obedient", "1.0", Set.of(ORDERS, "text/x-orders")));
    assertThat(converter.converterOf("image/png")).isEmpty();
    assertThat(workers()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "encrypted   | ENCRYPTED     | it is encrypted",
        "break       | BROKEN        | the document is broken",
        "nest        | BROKEN        | the document is nested too deeply",
        "throw       | CRASHED       | the converter obedient failed (IllegalStateException)",
        "exit 7      | CRASHED       | the converter obedient ended with exit code 7",
        "fill        | OUT_OF_MEMORY | it takes more memory than 64 MiB",
        "sleep 600000 | TIMED_OUT    | it took longer than 10 s",
        "spin        | TIMED_OUT     | it took longer than 1 s of processor time",
        "fork        | CRASHED       | the converter obedient started another process",
        "daemon      | CRASHED       | the converter obedient started another process",
        "garbage x   | CRASHED       | the converter obedient printed something other than its answer",
        "flood       | CRASHED       | the converter obedient printed something other than its answer",
        "close       | CRASHED       | the converter obedient printed something other than its answer",
        "forge       | CRASHED       | the converter obedient printed something other than its answer",
      })
  void losesTheOneDocumentAndSaysWhy(String order, Reason reason, String message) throws Exception {
    ConversionException problem =
        refusal(order, Duration.ofSeconds(reason == Reason.TIMED_OUT ? 1 : 60));
    assertThat(problem.reason()).isEqualTo(reason);
    assertThat(problem.message()).isEqualTo(message);
    assertThat(convert("hello").markdown()).isEqualTo("# hello\n");
    assertThat(sleepers()).isEmpty();
  }

  /** Had it the time of the wall, four loops beside it on two processors would leave too little. */
  @Test
  void measuresProcessorTimeSoThatABusyMachineFailsNothing() throws Exception {
    var isOver = new AtomicBoolean();
    List<Thread> loops = new ArrayList<>();
    for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
      loops.add(new Thread(() -> spinUntil(isOver)));
    }
    loops.forEach(Thread::start);
    try {
      var limits = ConversionLimits.DEFAULT.withTime(Duration.ofSeconds(2));
      ConversionOptions options = ConversionOptions.DEFAULT.withLimits(limits);
      assertThat(convert("work 1000", options).markdown()).isEqualTo("# work 1000\n");
      assertThat(convert("sleep 2500", options).markdown()).isEqualTo("# sleep 2500\n");
    } finally {
      isOver.set(true);
      for (Thread each : loops) {
        each.join();
      }
    }
  }

  private static void spinUntil(AtomicBoolean isOver) {
    while (!isOver.get()) {
      Thread.onSpinWait();
    }
  }

  /** A process that has converted for long has as much time for the next as a new one. */
  @Test
  void countsTheTimeOfEachDocumentFromItsBeginning() throws Exception {
    var limits = ConversionLimits.DEFAULT.withTime(Duration.ofSeconds(2));
    ConversionOptions options = ConversionOptions.DEFAULT.withLimits(limits);
    String process = convert("pid").markdown();
    for (int i = 0; i < 4; i++) {
      assertThat(convert("work 1000", options).markdown()).isEqualTo("# work 1000\n");
    }
    assertThat(convert("pid").markdown()).isEqualTo(process);
  }

  @Test
  void takesWhatLibrariesPrintForNothing() throws Exception {
    assertThat(convert("print a warning").markdown()).isEqualTo("# print a warning\n");
  }

  @Test
  void givesItsConverterNoEnvironment() throws Exception {
    assertThat(convert("environment").markdown()).isEqualTo("[LC_ALL]");
  }

  @Test
  void givesItsConverterNoNetwork() throws Exception {
    String refused = "refused: documents are converted without a network";
    assertThat(convert("connect").markdown()).isEqualTo(refused);
    assertThat(convert("fetch http://127.0.0.1:9/").markdown()).isEqualTo(refused);
    assertThat(convert("fetch ftp://127.0.0.1/x").markdown()).isEqualTo(refused);
  }

  @Test
  void carriesNothingFromOneDocumentToTheNext() throws Exception {
    assertThat(convert("litter").markdown()).isEqualTo("[document] true");
    assertThat(convert("litter").markdown()).isEqualTo("[document] true");
  }

  @Test
  void cutsWhatIsLongerThanItMayBe() throws Exception {
    ConversionLimits few = new ConversionLimits(1000, 1, 1, 10, Duration.ofSeconds(10));
    Conversion cut = convert("repeat 25", ConversionOptions.DEFAULT.withLimits(few));
    assertThat(cut.markdown()).isEqualTo("xxxxxxxxxx");
    assertThat(cut.notes()).containsExactly("Only the first 10 of 25 characters are here.");
  }

  @Test
  void cutsNotesThatAreNone() throws Exception {
    assertThat(convert("note 2000").notes()).containsExactly("n".repeat(999) + "…");
  }

  @Test
  void refusesWhatIsLargerThanItMayBe() {
    ConversionLimits few = new ConversionLimits(4, 1, 1, 10, Duration.ofSeconds(10));
    ConversionException problem =
        catchThrowableOfType(
            ConversionException.class,
            () -> convert("hello", ConversionOptions.DEFAULT.withLimits(few)));
    assertThat(problem.reason()).isEqualTo(Reason.TOO_LARGE);
    assertThat(problem.message()).isEqualTo("it is larger than the limit of 4 B");
  }

  @Test
  void hasItsConverterKnowThePart() throws Exception {
    assertThat(
            convert("selector", ConversionOptions.DEFAULT.withSelector(new Pages(3, 7))).markdown())
        .isEqualTo("page=3-7");
  }

  @Test
  void handsOverLargeDocuments() throws Exception {
    String large = "size " + "x".repeat(5_000_000);
    assertThat(convert(large).markdown()).isEqualTo("5000005 of 5000005");
  }

  @Test
  void saysWhoCannotBeLoaded() {
    ConversionException problem =
        catchThrowableOfType(
            ConversionException.class,
            () ->
                CONVERTER.convert(
                    ResourceContent.blob(new byte[1]),
                    "application/x-missing",
                    null,
                    ConversionOptions.DEFAULT));
    assertThat(problem.reason()).isEqualTo(Reason.CRASHED);
    assertThat(problem.message()).isEqualTo("the converter missing cannot be loaded");
  }

  @Test
  void startsAnotherProcessWhenOneWasKilledBetweenDocuments() throws Exception {
    convert("hello");
    endWorkers();
    assertThat(convert("hello").markdown()).isEqualTo("# hello\n");
  }

  @Test
  void startsAnotherProcessWhenOneHasRetired() throws Exception {
    endWorkers();
    try (var brief =
        DocumentConverter.builder()
            .addConverters(TESTS)
            .workers(1)
            .idle(Duration.ofSeconds(1))
            .build()) {
      String first = convert(brief, "pid", ConversionOptions.DEFAULT).markdown();
      for (int i = 0; i < 100 && !workers().isEmpty(); i++) {
        Thread.sleep(100);
      }
      assertThat(workers()).isEmpty();
      assertThat(convert(brief, "pid", ConversionOptions.DEFAULT).markdown()).isNotEqualTo(first);
    }
  }

  @Test
  void endsItsProcessWhenItsThreadIsInterrupted() throws Exception {
    convert("hello");
    var thread = Thread.currentThread();
    var interrupter = new Thread(() -> interruptSoon(thread));
    interrupter.start();
    assertThat(catchThrowableOfType(InterruptedException.class, () -> convert("sleep 60000")))
        .isNotNull();
    interrupter.join();
    for (int i = 0; i < 100 && !workers().isEmpty(); i++) {
      Thread.sleep(10); // it has been killed, and the system takes a moment
    }
    assertThat(workers()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"encrypted, true", "break, true", "throw, false", "exit 7, false", "spin, false"})
  void triesAgainOnlyWhatAnotherTryMayChange(
      String order, boolean isKept, @TempDir Path cache, @TempDir Path temporary) {
    var limits = ConversionLimits.DEFAULT.withTime(Duration.ofSeconds(2));
    ConversionOptions options = ConversionOptions.DEFAULT.withLimits(limits);
    var others = new ConversionOptions(limits, null, false, true);
    String first = refusal(order, options, cache, temporary);
    Path nowhere = temporary.resolve("gone"); // no process starts there
    String again = refusal(order, options, cache, nowhere);
    assertThat(again.equals(first)).isEqualTo(isKept);
    assertThat(again.startsWith(NO_PROCESS)).isEqualTo(!isKept);
    assertThat(refusal(order, others, cache, nowhere)).startsWith(NO_PROCESS);
    assertThat(refusal(order, options, null, nowhere)).startsWith(NO_PROCESS);
  }

  /** How many there are is a matter of time. */
  @Test
  void keepsNoPagesThatWereDrawn(@TempDir Path cache) throws Exception {
    ConversionOptions pages =
        ConversionOptions.DEFAULT.withSelector(new PartSelector.PageImages(1, 2));
    assertThat(process(cache, pages)).isNotEqualTo(process(cache, pages));
    assertThat(process(cache, ConversionOptions.DEFAULT))
        .isEqualTo(process(cache, ConversionOptions.DEFAULT));
  }

  private static String process(Path cache, ConversionOptions options) throws Exception {
    try (var by = one(cache).build()) {
      return convert(by, "pid", options).markdown();
    }
  }

  private static String refusal(
      String order, ConversionOptions options, @Nullable Path cache, Path temporary) {
    try (var by = one(cache).temporary(temporary).build()) {
      return catchThrowableOfType(ConversionException.class, () -> convert(by, order, options))
          .message();
    }
  }

  private static DocumentConverter.Builder one(@Nullable Path cache) {
    return DocumentConverter.builder()
        .addConverters(TESTS)
        .workers(1)
        .heapBytes(64L << 20)
        .cache(cache);
  }

  private static void interruptSoon(Thread thread) {
    try {
      Thread.sleep(500);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    thread.interrupt();
  }

  private Conversion convert(String order) throws Exception {
    return convert(order, ConversionOptions.DEFAULT);
  }

  private Conversion convert(String order, ConversionOptions options) throws Exception {
    return convert(CONVERTER, order, options);
  }

  private static Conversion convert(DocumentConverter by, String order, ConversionOptions options)
      throws ConversionException, IOException, InterruptedException {
    byte[] bytes = order.getBytes(StandardCharsets.UTF_8);
    return by.convert(ResourceContent.blob(bytes), ORDERS, "orders", options);
  }

  private ConversionException refusal(String order, Duration time) {
    ConversionOptions options =
        ConversionOptions.DEFAULT.withLimits(ConversionLimits.DEFAULT.withTime(time));
    return catchThrowableOfType(ConversionException.class, () -> convert(order, options));
  }

  private static void endWorkers() throws Exception {
    for (ProcessHandle each : workers()) {
      each.destroyForcibly();
      each.onExit().get();
    }
  }

  /** The processes that convert, by what started them. */
  static Set<ProcessHandle> workers() {
    return ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().commandLine().orElse("").contains("ConversionWorker"))
        .filter(ProcessHandle::isAlive)
        .collect(Collectors.toSet());
  }

  /** What converters of this test start, wherever it has gone. */
  private static List<ProcessHandle> sleepers() throws IOException {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(each -> isSleeper(each.pid())).toList();
    }
  }

  private static boolean isSleeper(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cmdline")).equals("sleep\u0000300\u0000");
    } catch (IOException e) {
      return false;
    }
  }
}
