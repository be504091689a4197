package dev.attache.handlers.cmd.output;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.cmd.run.Captured;
import dev.attache.handlers.cmd.run.Completion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The text of commands that failed or complained, beside the files that it has to be.
 *
 * <p>{@code -Dattache.golden=write} writes the files instead; look at what changes.
 */
class CommandTextTest {

  private static final Path FILES = Path.of("src/test/resources/text");

  private static final Captured NOTHING = Captured.whole(new byte[0]);

  private static final Map<String, Completion> COMPLETIONS =
      Map.ofEntries(
          Map.entry("failed", ended(2, NOTHING, of("ls: cannot access 'x': No such file\n"))),
          Map.entry("failed-silently", ended(1, NOTHING, NOTHING)),
          Map.entry("killed", ended(137, of("working\n"), of("Killed\n"))),
          Map.entry("complained", ended(0, of("done\n"), of("warning: <old> & \"odd\" option\n"))),
          Map.entry("git-usage", ended(129, NOTHING, of("usage: git diff [<options>]\n"))),
          Map.entry("without-newlines", ended(1, of("half a line"), of("\nsecond"))),
          Map.entry("newline-only", ended(1, of("\n"), of("\r"))),
          Map.entry(
              "cut",
              ended(
                  1,
                  new Captured(ascii("1\n2\n"), ascii("999999\n1000000\n"), 6_888_896),
                  new Captured(ascii("torn li"), ascii("e end"), 1_000_012))),
          Map.entry("head-only", ended(1, new Captured(ascii("a"), ascii(""), 3), of("x\n"))),
          Map.entry("all-cut", ended(1, new Captured(ascii(""), ascii(""), 1), of("x\n"))),
          Map.entry("tail-only", ended(1, new Captured(ascii(""), ascii("c\n"), 9), of("x\n"))),
          Map.entry("latin1", ended(1, latin1("Gr\u00f6\u00dfe\n"), latin1("f\u00fcr\n"))),
          Map.entry("binary", ended(1, latin1("\u0089PNG\r\n\u001a\n\0\0"), of("no delegate\n"))),
          Map.entry("binary-without-nul", ended(1, latin1("\u001f\u008b\b\u0001"), NOTHING)),
          Map.entry("backticks", ended(1, of("```sh\nls\n```\n"), of("a ````` b\n"))),
          Map.entry("escapes", ended(1, of("\u001b[31mred\u001b[0m\ra\u202eb\n"), of("\u0007\n"))));

  private static Completion ended(int exitCode, Captured output, Captured errors) {
    return new Completion(exitCode, output, errors, 0, true);
  }

  private static Captured of(String text) {
    return Captured.whole(text.getBytes(UTF_8));
  }

  private static Captured latin1(String text) {
    return Captured.whole(text.getBytes(ISO_8859_1));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(CommandText text) throws IOException {
    return new String(text.open().readAllBytes(), UTF_8);
  }

  private static CommandText named(String name) {
    return CommandText.of(requireNonNull(COMPLETIONS.get(name)));
  }

  private static CommandText within(long maxBytes, Captured output, Captured errors) {
    return requireNonNull(CommandText.of(ended(1, output, errors)).within(maxBytes));
  }

  static Set<String> names() {
    return COMPLETIONS.keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void isTheTextOfTheFile(String name) throws IOException {
    String text = text(named(name));
    Path file = FILES.resolve(name + ".md");
    if ("write".equals(System.getProperty("attache.golden"))) {
      Files.createDirectories(FILES);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  @Test
  void staysAsItIsIfItFits() throws IOException {
    CommandText text = named("failed");
    assertThat(text.within(text(text).length())).isSameAs(text);
    assertThat(text.outputCut()).isZero();
    assertThat(text.errorsCut()).isZero();
  }

  @Test
  void cutsTheLargerStreamFirst() throws IOException {
    CommandText text = within(1000, of("a line\n".repeat(1000)), of("why it failed\n"));
    assertThat(text(text))
        .startsWith("exit code: 1\n\nstdout:\n```\na line\n")
        .contains("a line\n```\n[6,524 bytes cut here]\n```\na line\n")
        .endsWith("```\n\nstderr:\n```\nwhy it failed\n```\n");
    assertThat(text.outputCut()).isEqualTo(6524);
    assertThat(text.errorsCut()).isZero();
  }

  @Test
  void cutsBothStreamsAlikeIfBothAreLarge() throws IOException {
    CommandText text = within(10_000, of("out\n".repeat(5000)), of("err\n".repeat(9000)));
    assertThat(text(text).length()).isBetween(9000, 10_000);
    assertThat(20_000 - text.outputCut()).isBetween(4500L, 5000L);
    assertThat(36_000 - text.errorsCut()).isBetween(4500L, 5000L);
  }

  @Test
  void leavesTheStreamsOutIfThereIsNoRoomForThem() throws IOException {
    CommandText text = within(80, of("x".repeat(99)), of("y".repeat(99)));
    assertThat(text(text))
        .isEqualTo(
            "exit code: 1\n\nstdout: 99 bytes, not included\n\nstderr: 99 bytes, not included\n");
  }

  @Test
  void isNothingIfThereIsNoRoomForTheFrame() {
    CommandText text = CommandText.of(ended(1, of("x".repeat(99)), of("y".repeat(99))));
    assertThat(text.within(50)).isNull();
    assertThat(text.within(0)).isNull();
  }

  @Test
  void fitsWhateverIsPrinted() throws IOException {
    var random = new Random(4);
    String[] letters = {"a", "ä", "€", "😀", "\n", "`", "````", " ", "\u001b"};
    for (int round = 0; round < 500; round++) {
      int maxBytes = 200 + random.nextInt(3000);
      CommandText text = within(maxBytes, printed(random, letters), printed(random, letters));
      assertThat(text.open().readAllBytes().length).isLessThanOrEqualTo(maxBytes);
    }
  }

  private static Captured printed(Random random, String[] letters) {
    String letter = letters[random.nextInt(letters.length)];
    var text = new StringBuilder();
    for (int n = random.nextInt(4000); n > 0; n--) {
      text.append(random.nextInt(3) > 0 ? letter : letters[random.nextInt(letters.length)]);
    }
    return Captured.whole(text.toString().getBytes(random.nextBoolean() ? UTF_8 : ISO_8859_1));
  }
}
