package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sources of all tests: none fails because the machine is slow. */
class TimeBoundsTest {

  private static final Path HOUSE = Path.of("..");

  private static final String GROWTH =
      "show that work grows in proportion with dev.attache.test.Growth, or count the work";
  private static final String WAIT = "wait with dev.attache.test.LongWait, for minutes";

  /** The files that may have bounds: the two classes with the rule, and this list of bounds. */
  private static final Pattern ALLOWED =
      Pattern.compile(".*/(Growth|LongWait|TimeBoundsTest)\\.java");

  private static final Map<Pattern, String> BOUNDS = bounds();

  private static Map<Pattern, String> bounds() {
    var bounds = new LinkedHashMap<Pattern, String>();
    bounds.put(Pattern.compile("\\bassertTimeout\\w*\\("), GROWTH);
    bounds.put(Pattern.compile("ThreadCpuTime|ProcessCpuTime"), GROWTH);
    bounds.put(
        Pattern.compile(
            "(Duration\\.ofNanos\\(|(nanoTime|currentTimeMillis)\\(\\) - )"
                + "[^;]*?\\.(isLessThan|isBetween|isCloseTo)"),
        GROWTH);
    bounds.put(Pattern.compile("\\bawaitility\\.Awaitility\\b|\\.atMost\\("), WAIT);
    bounds.put(
        Pattern.compile(
            "\\.(await|awaitTermination|get|poll|tryAcquire|tryLock|waitFor)"
                + "\\((?:[1-5]?\\d, (?:TimeUnit\\.)?SECONDS|\\d{1,4}, (?:TimeUnit\\.)?MILLISECONDS)"
                + "\\)(?!\\)\\.(isNull|isFalse)\\(\\))"),
        WAIT);
    bounds.put(
        Pattern.compile("@Timeout\\((value = )?[1-5]?\\d[,)](?! unit = (TimeUnit\\.)?MINUTES)"),
        "leave it out: each test has five minutes");
    return bounds;
  }

  private static List<String> found(Path file, String source) {
    var found = new ArrayList<String>();
    BOUNDS.forEach(
        (bound, better) ->
            bound
                .matcher(source)
                .results()
                .map(MatchResult::start)
                .map(at -> 1 + source.substring(0, at).chars().filter(each -> each == '\n').count())
                .map(line -> file + ":" + line + ": " + better)
                .forEach(found::add));
    return found;
  }

  private static List<Path> sourcesOfTests() throws IOException {
    try (Stream<Path> files = Files.walk(HOUSE)) {
      return files
          .map(HOUSE::relativize)
          .filter(
              each ->
                  each.toString()
                      .matches(
                          "(.*/src/test|test-support/src/main|resource-testkit/src/main)/.*\\.java"))
          .filter(each -> !ALLOWED.matcher(each.toString()).matches())
          .sorted()
          .toList();
    }
  }

  @Test
  void areInNoTest() throws IOException {
    var found = new ArrayList<String>();
    List<Path> sources = sourcesOfTests();
    assertThat(sources).hasSizeGreaterThan(700);
    for (Path each : sources) {
      found.addAll(found(each, Files.readString(HOUSE.resolve(each))));
    }
    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assertTimeoutPreemptively(limit, work);",
        "assertThat(THREADS.getCurrentThreadCpuTime() - start).isLessThan(1_000_000_000L);",
        "assertThat(Duration.ofNanos(taken)).isLessThan(Duration.ofSeconds(3));",
        "assertThat(Duration.ofNanos(nanos))\n    .isBetween(Duration.ofSeconds(1), LONGEST);",
        "assertThat(System.nanoTime() - start)\n        .as(\"quick\")\n        .isLessThan(9);",
        "import static org.awaitility.Awaitility.await;",
        "await().atMost(PATIENCE).until(this::isOver);",
        "assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();",
        "answer.get(900, MILLISECONDS);",
        "@Timeout(15)",
        "@Timeout(value = 20, unit = TimeUnit.SECONDS)",
        "@Timeout(value = 20, threadMode = SEPARATE_THREAD)"
      })
  void areFound(String source) {
    assertThat(found(Path.of("SomeTest.java"), "\n" + source + "\n"))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each).startsWith("SomeTest.java:2: "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assertThat(System.nanoTime() - start).isGreaterThan(limit.toNanos());",
        "assertThat(answers.poll(1, TimeUnit.SECONDS)).isNull();",
        "assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();",
        "@Timeout(value = 300, threadMode = SEPARATE_THREAD)",
        "@Timeout(600)",
        "await().until(this::isOver);"
      })
  void areNotTakenForWaits(String source) {
    assertThat(found(Path.of("SomeTest.java"), source)).isEmpty();
  }
}
