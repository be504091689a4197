package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reaches a terminal. */
class TerminalTest {

  private static final String EVIL = "\u001b]0;title\u0007\u009b31m\u202e\u200b\u2066\uDB40\uDC41";

  /** All that must not reach a terminal, written without the help of the sanitizer. */
  private static final Pattern UNSAFE =
      Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}&&[^\n\t]]|\\p{Cf}|[\\x{FE00}-\\x{FE0F}\u034f\u3164]");

  /** The escape sequences of our own. */
  private static final Pattern OWN = Pattern.compile("\u001b\\[[0-9;]*m|\r\u001b\\[K");

  @TempDir Path temporary;

  private TestWorkspace hostile() {
    return TestWorkspace.in(temporary)
        .file("a" + EVIL + "\nskip 1.txt", "text" + EVIL + "\r\nmore\rless\n")
        .file("." + EVIL, "hidden")
        .file("dir" + EVIL + "/big", new byte[5000])
        .onTerminal();
  }

  private static void assertSafe(String shown) {
    assertThat(OWN.matcher(shown).replaceAll("").replace("\r\n", "\n"))
        .doesNotContainPattern(UNSAFE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resolve",
        "resolve --strict",
        "resolve --format table",
        "resolve --format json",
        "resolve --max-bytes 1000 -v",
        "resolve -v --max-total-bytes 3",
        "plan",
        "plan --strict",
        "plan -v --json",
        "canonicalize"
      })
  void isFreeOfWhatFilesBringAlong(String line) {
    CliRun run = hostile().standardInput("x" + EVIL + "\ny:" + EVIL).run(line.split(" "));
    assertThat(run.out() + run.err()).isNotEmpty();
    assertSafe(run.out());
    assertSafe(run.err());
  }

  @Test
  void isFreeOfWhatArgumentsBringAlong() {
    for (List<String> line :
        List.of(
            List.of("resolve", EVIL, "x:" + EVIL, "[" + EVIL, "!" + EVIL),
            List.of("resolve", "--" + EVIL),
            List.of("resolve", "--format", EVIL),
            List.of("resolve", "-o", "/no/" + EVIL),
            List.of("resolve", "--from", EVIL),
            List.of("plan", "--workspace", EVIL),
            List.of("plan", "--max-bytes", EVIL),
            List.of("help", EVIL),
            List.of("canonicalize", "file://" + EVIL + "/x"),
            List.of(EVIL))) {
      CliRun run = hostile().run(line.toArray(String[]::new));
      assertThat(run.exitCode()).isPositive();
      assertThat(run.err()).isNotEmpty();
      assertSafe(run.out());
      assertSafe(run.err());
    }
  }

  @Test
  void keepsEveryMessageOnALineOfItsOwn() {
    CliRun run = hostile().run("resolve", "a\nattache: all is well");
    assertThat(run.err())
        .isEqualTo("attache: a\\u000aattache: all is well: no such file or directory\n");
  }

  @Test
  void isSafeForWhateverIsWrittenToIt() {
    var random = new Random(20261120);
    TestWorkspace workspace = TestWorkspace.in(temporary).onTerminal();
    for (int i = 0; i < 60; i++) {
      String name = randomText(random, 12).replace('/', '_').replace("\0", "");
      workspace.file("f" + name, randomText(random, 200));
    }
    for (String line :
        List.of("resolve", "resolve --json", "resolve -f table", "plan", "plan --json")) {
      CliRun run = workspace.run(line.split(" "));
      assertThat(run.out().length()).isGreaterThan(3000);
      assertSafe(run.out());
      assertSafe(run.err());
    }
  }

  @Test
  void getsJsonThatMeansTheSame() {
    TestWorkspace workspace = hostile();
    CliRun shown = workspace.run("resolve", "--json");
    CliRun piped = hostile().redirected().run("resolve", "--json");
    assertThat(piped.out()).contains("\u202e");
    assertThat(shown.out()).doesNotContain("\u202e");
    assertThat(shown.json()).isEqualTo(piped.json());
  }

  @Test
  void isNotAssumedWhereResultsAreRedirected() {
    CliRun run = hostile().redirected().run("resolve", "a*");
    assertThat(run.out()).contains("text" + EVIL + "\r\nmore\rless\n");
  }

  @Test
  void getsColoursInAPlan() {
    TestWorkspace workspace =
        TestWorkspace.in(temporary).file(".hidden\u001b", "x").file("a.txt", "x").onTerminal();
    assertThat(workspace.run("plan", "-v").outLines().get(1))
        .isEqualTo(
            "\u001b[2mskip            1            hidden                                    "
                + ".hidden\\u001b  (its name starts with a dot)\u001b[0m");
  }

  @Test
  void getsNoColoursWhereTheyAreNotWanted() {
    TestWorkspace workspace = TestWorkspace.in(temporary).file(".hidden", "x").onTerminal();
    for (Map<String, String> environment :
        List.of(
            Map.of("TERM", "xterm", "NO_COLOR", "1"),
            Map.of("TERM", "dumb"),
            Map.<String, String>of())) {
      assertThat(workspace.environment(environment).run("plan").out()).doesNotContain("\u001b");
    }
    assertThat(workspace.onTerminal().redirected().run("plan").out()).doesNotContain("\u001b");
  }

  @Test
  void showsProgressOnlyWhereNothingElseIsShown() {
    var slow =
        new ByteArrayInputStream("slow".getBytes(UTF_8)) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            if (pos == 0) {
              waitUntilProgressIsDue();
            }
            return super.read(bytes, offset, length);
          }
        };
    TestWorkspace workspace = TestWorkspace.in(temporary).standardInput(slow).redirected();
    CliRun run = workspace.run("resolve", "-", "--name", "a" + EVIL);
    assertThat(run.err()).startsWith("\r\u001b[K1 items, 4 B  a\\u001b").endsWith("\r\u001b[K");
    assertSafe(run.err());
    slow.reset();
    assertThat(workspace.run("resolve", "-", "--no-progress").err()).isEmpty();
    slow.reset();
    assertThat(workspace.run("resolve", "-", "-q").err()).isEmpty();
    slow.reset();
    assertThat(workspace.onTerminal().run("resolve", "-").err()).isEmpty();
  }

  /** A run shows none in its first tenth of a second. */
  private static void waitUntilProgressIsDue() {
    long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(101);
    while (System.nanoTime() - due < 0) {
      LockSupport.parkNanos(due - System.nanoTime());
    }
  }

  private static String randomText(Random random, int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(
          switch (random.nextInt(6)) {
            case 0 -> random.nextInt(0x20);
            case 1 -> 0x7f + random.nextInt(0x30);
            case 2 -> 0x2000 + random.nextInt(0x70);
            case 3 -> 0xfe00 + random.nextInt(0x1fe);
            case 4 -> 0xe0000 + random.nextInt(0x200);
            default -> 'a' + random.nextInt(26);
          });
    }
    return text.toString();
  }
}
