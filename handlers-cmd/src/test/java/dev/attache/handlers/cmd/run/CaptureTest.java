package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of a stream. */
class CaptureTest {

  private static Captured capture(long limit, byte[]... pieces) {
    var capture = new Capture(limit);
    for (byte[] piece : pieces) {
      capture.write(piece, 0, piece.length);
    }
    return capture.captured();
  }

  private static Captured capture(long limit, String text) {
    return capture(limit, text.getBytes(UTF_8));
  }

  private static String shown(Captured captured) {
    return new String(captured.head(), UTF_8)
        + "|"
        + new String(captured.tail(), UTF_8)
        + "|"
        + captured.cut();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '/',
      textBlock =
          """
          0  / ''         / ||0
          0  / a          / ||1
          1  / a          / a||0
          1  / ab         / a||1
          2  / ab         / ab||0
          2  / abc        / a|c|1
          3  / abc        / abc||0
          3  / abcd       / ab|d|1
          8  / abcdefgh   / abcdefgh||0
          8  / abcdefghi  / abcd|fghi|1
          8  / abcdefghijklmnopqrstuvwxyz / abcd|wxyz|18
          """)
  void keepsAllOrTheFirstAndTheLastHalf(long limit, String text, String expected) {
    assertThat(shown(capture(limit, text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '/',
      textBlock =
          """
          8 / abcä_____efgh / abc|efgh|7
          8 / abä______efgh / abä|efgh|6
          8 / abcdä____efgh / abcd|efgh|6
          7 / abcä_____efgh / abc|fgh|8
          6 / ab€______efgh / ab|fgh|10
          9 / abc€_____€fg  / abc|fg|11
          9 / a😀______😀fgh / a😀|fgh|10
          9 / ab😀_____b😀  / ab|😀|10
          """)
  void tearsNoCharacter(long limit, String text, String expected) {
    Captured captured = capture(limit, text);
    assertThat(captured.kept()).isLessThanOrEqualTo(limit);
    assertThat(captured.size()).isEqualTo(text.getBytes(UTF_8).length);
    assertThat(shown(captured)).isEqualTo(expected);
  }

  @Test
  void cutsBetweenLinesIfThatIsNear() {
    String text = "first line\n".repeat(10) + "x".repeat(50) + "last\r\n".repeat(20);
    Captured captured = capture(2 * 98, text);
    assertThat(new String(captured.head(), UTF_8)).isEqualTo("first line\n".repeat(8));
    assertThat(new String(captured.tail(), UTF_8)).isEqualTo("last\r\n".repeat(16));
    assertThat(captured.cut()).isEqualTo(text.length() - 88 - 96);
  }

  @Test
  void givesUpNoMoreThanFourKibibytesForAWholeLine() {
    String text = "\n" + "x".repeat(1 << 20) + "\n";
    Captured captured = capture(1 << 16, text);
    assertThat(captured.head()).hasSize(1 << 15);
    assertThat(captured.tail()).hasSize(1 << 15);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0080", "\u00ff", "\u00bf", "\u0000", "\u00e4"})
  void keepsBytesThatAreNoUtf8(String value) {
    byte[] bytes = value.repeat(100).getBytes(ISO_8859_1);
    Captured captured = capture(20, bytes);
    assertThat(captured.head().length).isBetween(9, 10);
    assertThat(captured.tail()).hasSize(10);
    assertThat(captured.size()).isEqualTo(100);
  }

  @Test
  void refusesANegativeLimit() {
    assertThatThrownBy(() -> new Capture(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit (-1) must not be negative");
  }

  @Test
  void refusesARangeThatIsNotInTheBuffer() {
    var capture = new Capture(10);
    assertThatThrownBy(() -> capture.write(new byte[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void keepsWhatIsOfferedBeyondTheSizeOfAnInt() {
    var capture = new Capture(1000);
    byte[] piece = new byte[1 << 20];
    Arrays.fill(piece, (byte) 'x');
    for (int i = 0; i < 3 << 10; i++) {
      capture.write(piece, 0, piece.length);
    }
    capture.write(new byte[] {'e', 'n', 'd'}, 0, 3);
    Captured captured = capture.captured();
    assertThat(captured.size()).isEqualTo((3L << 30) + 3);
    assertThat(new String(captured.tail(), UTF_8)).endsWith("xend").hasSize(500);
  }

  @Test
  void costsNoMoreThanWhatIsPrintedWhateverTheLimit() {
    for (int i = 0; i < 10_000; i++) { // of 10 MiB each, if the limit were allocated
      assertThat(shown(capture(Long.MAX_VALUE, "a few words"))).isEqualTo("a few words||0");
    }
  }

  @Test
  void agreesWithWhoKeepsEverything() {
    var random = new Random(4);
    for (int round = 0; round < 3000; round++) {
      int limit = random.nextInt(5) == 0 ? random.nextInt(6) : random.nextInt(3000);
      boolean isText = random.nextBoolean();
      var all = new ByteArrayOutputStream();
      var capture = new Capture(limit);
      for (int pieces = random.nextInt(12); pieces >= 0; pieces--) {
        byte[] piece = isText ? text(random) : bytes(random);
        int offset = random.nextInt(3);
        byte[] buffer = new byte[offset + piece.length + random.nextInt(3)];
        System.arraycopy(piece, 0, buffer, offset, piece.length);
        capture.write(buffer, offset, piece.length);
        all.writeBytes(piece);
        requireAgreement(all.toByteArray(), limit, isText, capture.captured());
      }
      long less = random.nextInt(limit + 1);
      requireAgreement(all.toByteArray(), less, isText, capture.captured().cutTo(less));
    }
  }

  private static void requireAgreement(byte[] all, long limit, boolean isText, Captured captured) {
    byte[] head = captured.head();
    byte[] tail = captured.tail();
    assertThat(captured.size()).isEqualTo(all.length);
    if (all.length <= limit) {
      assertThat(head).isEqualTo(all);
      assertThat(tail).isEmpty();
      return;
    }
    assertThat(captured.isCut()).isTrue();
    assertThat(captured.kept()).isLessThanOrEqualTo(limit);
    assertThat(head).isEqualTo(Arrays.copyOf(all, head.length));
    assertThat(tail).isEqualTo(Arrays.copyOfRange(all, all.length - tail.length, all.length));
    if (isText) {
      assertThat(StreamBytes.malformed(head) + StreamBytes.malformed(tail)).isZero();
    }
  }

  private static byte[] text(Random random) {
    String[] letters = {"a", "b", "ä", "€", "😀", "\n", "\r\n", "\t"};
    var text = new StringBuilder();
    for (int n = random.nextInt(400); n > 0; n--) {
      text.append(letters[random.nextInt(letters.length)]);
    }
    return text.toString().getBytes(UTF_8);
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(1200)];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void mayBeAskedWhileItIsWritten() throws InterruptedException {
    var capture = new Capture(1 << 12);
    var isOver = new AtomicBoolean();
    byte[] lines = "0123456\n".repeat(100).getBytes(UTF_8);
    var writer =
        new Thread(
            () -> {
              for (int i = 0; i < 20_000; i++) {
                capture.write(lines, 0, lines.length);
              }
              isOver.set(true);
            });
    writer.start();
    long last = 0;
    while (!isOver.get()) {
      Captured captured = capture.captured();
      assertThat(captured.size()).isGreaterThanOrEqualTo(last);
      assertThat(captured.size() % lines.length).isZero();
      assertThat(captured.kept()).isLessThanOrEqualTo(1 << 12);
      assertThat(new String(captured.tail(), UTF_8).replace("0123456\n", "")).isEmpty();
      last = captured.size();
    }
    writer.join();
    assertThat(capture.captured().size()).isEqualTo(20_000L * lines.length);
  }
}
