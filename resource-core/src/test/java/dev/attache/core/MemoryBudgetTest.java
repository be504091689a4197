package dev.attache.core;

import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.KnownAddress;
import dev.attache.core.run.RunSettings;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Stored;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.test.ScriptedHandler;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many bytes of content a run has in memory at once. */
class MemoryBudgetTest {

  private static final int MIB = 1 << 20;

  @TempDir Path workspace;
  private final ManualClock clock = new ManualClock();
  private final RunGroup run = new RunGroup();
  private final Set<String> begun = ConcurrentHashMap.newKeySet();
  private final Set<String> read = ConcurrentHashMap.newKeySet();
  private final Gates gates = new Gates();

  @AfterEach
  void openAllGates() {
    gates.openAll();
  }

  @Test
  void isAnEighthOfTheMemoryButNotMoreThan64MiB() {
    assertThat(RunSettings.memoryBudget(80L * MIB)).isEqualTo(10L * MIB);
    assertThat(RunSettings.memoryBudget(512L * MIB)).isEqualTo(64L * MIB);
    assertThat(RunSettings.memoryBudget(520L * MIB)).isEqualTo(64L * MIB);
    assertThat(RunSettings.memoryBudget(64L << 30)).isEqualTo(64L * MIB);
  }

  @Test
  void isThatOfThisJvmUnlessSomebodySaysOtherwise() throws Exception {
    long budget = Math.min(Runtime.getRuntime().maxMemory() / 8, 64L * MIB);
    long half = budget / 2;
    assertReadsTwoOfThree(Resolver.builder(HandlerRegistry.of(gated(half, budget - half, 1))));
  }

  @Test
  void holdsBackTheItemThatDoesNotFitIn() throws Exception {
    assertReadsTwoOfThree(builder(100, gated(60, 40, 1)));
  }

  private void assertReadsTwoOfThree(Resolver.Builder builder) throws Exception {
    Resolver resolver = builder.workspace(workspace).jobs(3).build();
    try (Resolution resolution = start(() -> resolver.resolve(List.of("xx:*")))) {
      awaitAll(begun, "xx:0", "xx:1");
      run.awaitRest();
      assertThat(begun).containsExactlyInAnyOrder("xx:0", "xx:1");
      gates.open("xx:0");
      assertThat(Outcomes.line(resolution.next())).isEqualTo("resolved xx:0");
      awaitAll(begun, "xx:2");
      gates.openAll();
    }
  }

  @ParameterizedTest
  @CsvSource({"30, 30, 40, true", "30, 30, 41, false", "60, 0, 40, true", "60, 0, 41, false"})
  void countsAllThatAnOutcomeKeepsWhileItWaitsToBeTaken(
      int content, int formatted, long next, boolean fits) throws Exception {
    ResourceContent text = ResourceContent.text("x".repeat(content));
    assertThat(isReadBeside(text, "y".repeat(formatted), next)).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({"0, 100, true", "1, 100, false"})
  void doesNotCountWhatIsHeldElsewhere(int formatted, long next, boolean fits) throws Exception {
    byte[] bytes = "x".repeat(60).getBytes(UTF_8);
    Stored stored =
        Stored.text(60, ContentDigest.sha256(bytes), () -> new ByteArrayInputStream(bytes));
    assertThat(isReadBeside(stored, "y".repeat(formatted), next)).isEqualTo(fits);
  }

  /** Whether an item of this size is begun while such an outcome waits, of 100 bytes in all. */
  private boolean isReadBeside(ResourceContent content, String formatted, long size)
      throws Exception {
    var handler =
        candidates(Candidate.UNKNOWN_SIZE, Candidate.UNKNOWN_SIZE, size)
            .resolving(
                (uri, context) -> {
                  begun.add(uri.value());
                  if (!uri.value().equals("xx:1")) {
                    gates.pass(uri.value());
                    return ScriptedHandler.text(uri, "");
                  }
                  return List.of(
                      Resource.builder(uri, content)
                          .mimeType("text/plain")
                          .formatted(formatted.isEmpty() ? null : formatted)
                          .build());
                });
    Resolver resolver = builder(100, handler).jobs(2).build();
    try (Resolution resolution = start(() -> resolver.resolve(List.of("xx:*")))) {
      awaitAll(begun, "xx:0", "xx:1");
      run.awaitRest();
      boolean isRead = begun.contains("xx:2");
      gates.openAll();
      assertThat((Iterable<Outcome>) resolution).hasSize(3);
      return isRead;
    }
  }

  @Test
  void holdsBackTheContentWhoseSizeNobodyKnew() throws Exception {
    Resolver resolver = builder(3 * MIB, reading(2 * MIB, true)).jobs(3).build();
    assertSharesTheMemory(() -> resolver.resolve(List.of("xx:0", "xx:1", "xx:2")));
  }

  @Test
  void holdsBackTheContentOfWhatIsReadAnew() throws Exception {
    Resolver resolver = builder(3 * MIB, reading(2 * MIB, true)).jobs(3).build();
    var known = Stream.of("xx:0", "xx:1", "xx:2").map(MemoryBudgetTest::known).toList();
    assertSharesTheMemory(() -> resolver.reread(known));
  }

  private static KnownAddress known(String uri) {
    return new KnownAddress(ResourceUri.of(uri), uri, Requester.USER);
  }

  /** Of three items that need the memory, the first always gets it, and one of the two others. */
  private void assertSharesTheMemory(Callable<Resolution> starting) throws Exception {
    gates.open("xx:1 begin");
    try (Resolution resolution = start(starting)) {
      awaitAll(begun, "xx:0", "xx:1", "xx:2");
      awaitAll(read, "xx:1");
      gates.open("xx:2 begin");
      run.awaitRest();
      assertThat(read).containsExactly("xx:1");
      gates.open("xx:1");
      run.awaitRest();
      assertThat(read).as("what was read waits to be taken").containsExactly("xx:1");
      clock.advance(Duration.ofHours(1)); // more than the third has, but it does not read
      gates.open("xx:0 begin");
      gates.open("xx:0");
      gates.open("xx:2");
      assertThat((Iterable<Outcome>) resolution)
          .extracting(Outcomes::line)
          .containsExactly("resolved xx:0", "resolved xx:1", "resolved xx:2");
      assertThat(read).containsExactlyInAnyOrder("xx:0", "xx:1", "xx:2");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "3145728, 4194304, true", // its room was doubled twice
    "3145728, 4194303, false",
    "1048575, 0, true", // what is no larger than this needs no room
    "1048577, 0, false",
  })
  void countsOnceWhatAContentHasAlreadyWhenItGrows(int size, long budget, boolean fits)
      throws Exception {
    Resolver resolver = builder(budget, reading(size, false)).jobs(2).build();
    try (Resolution resolution = start(() -> resolver.resolve(List.of("xx:0", "xx:1")))) {
      awaitAll(begun, "xx:0", "xx:1");
      gates.open("xx:1 begin");
      run.awaitRest();
      assertThat(read.contains("xx:1")).isEqualTo(fits);
      gates.openAll();
      assertThat((Iterable<Outcome>) resolution).hasSize(2);
    }
  }

  @Test
  void looksAtAnyNumberOfItemsForAPlan() throws Exception {
    var handler =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  for (int i = 0; i < 3; i++) {
                    sink.candidate(
                        references.get(0),
                        new Candidate(ResourceUri.of("xx:" + i), null, 60, true, this::peek));
                  }
                });
    Resolver resolver = builder(100, handler).jobs(3).build();
    try (Resolution plan = start(() -> resolver.plan(List.of("xx:*")))) {
      awaitAll(begun, "xx:0", "xx:1", "xx:2");
      gates.openAll();
      assertThat((Iterable<Outcome>) plan).hasSize(3);
    }
  }

  private InputStream peek(ResourceUri uri, HandlerContext context) {
    begun.add(uri.value());
    gates.pass(uri.value());
    return InputStream.nullInputStream();
  }

  private Resolver.Builder builder(long budget, ScriptedHandler handler) {
    return Resolver.builder(HandlerRegistry.of(handler))
        .workspace(workspace)
        .memoryBudget(budget)
        .clock(clock);
  }

  private Resolution start(Callable<Resolution> starting) throws Exception {
    return run.call(starting);
  }

  /** Gives items of these sizes, each of which is read until the test opens its gate. */
  private ScriptedHandler gated(long... sizes) {
    return candidates(sizes)
        .resolving(
            (uri, context) -> {
              begun.add(uri.value());
              gates.pass(uri.value());
              return ScriptedHandler.text(uri, "");
            });
  }

  private static ScriptedHandler candidates(long... sizes) {
    return ScriptedHandler.of("xx")
        .expanding(
            (references, context, sink) -> {
              for (int i = 0; i < sizes.length; i++) {
                sink.candidate(
                    references.get(0),
                    new Candidate(ResourceUri.of("xx:" + i), null, sizes[i], true, null));
              }
            });
  }

  /** Reads contents of this size, with a gate before and one after. */
  private ScriptedHandler reading(int size, boolean saysSize) {
    return ScriptedHandler.of("xx")
        .limiting(uri -> uri.value().equals("xx:2") ? null : Duration.ofDays(1))
        .resolving(
            (uri, context) -> {
              begun.add(uri.value());
              gates.pass(uri + " begin");
              Resource resource = readAll(uri, context, size, saysSize);
              read.add(uri.value());
              gates.pass(uri.value());
              return List.of(resource);
            });
  }

  private static Resource readAll(
      ResourceUri uri, HandlerContext context, int size, boolean saysSize)
      throws ResourceException {
    var in =
        new ByteArrayInputStream(new byte[size]) {
          @Override
          public synchronized int available() {
            return saysSize ? super.available() : 0;
          }
        };
    return context.read(uri, in, ContentHints.NONE).build();
  }

  private static void awaitAll(Set<String> seen, String... uris) {
    await().pollInterval(1, MILLISECONDS).until(() -> seen.containsAll(List.of(uris)));
  }

  /** Gates, by name, which items wait at until they are opened. */
  private static final class Gates {
    private final Set<String> open = new HashSet<>();
    private boolean all;

    synchronized void pass(String gate) {
      try {
        while (!all && !open.contains(gate)) {
          wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    synchronized void open(String gate) {
      open.add(gate);
      notifyAll();
    }

    synchronized void openAll() {
      all = true;
      notifyAll();
    }
  }
}
