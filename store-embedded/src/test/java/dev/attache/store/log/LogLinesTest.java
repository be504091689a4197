package dev.attache.store.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {

  @TempDir Path directory;

  private LogBytes open(String content) throws IOException {
    Path file = directory.resolve("log");
    Files.writeString(file, content, ISO_8859_1);
    return LogBytes.open(file, LogMeter.NONE);
  }

  private static List<String> lines(LogLines lines) throws IOException {
    var list = new ArrayList<String>();
    for (LogLine line = lines.next(); line != null; line = lines.next()) {
      list.add(
          line.offset()
              + (line.isEnded() ? "" : " open")
              + ":"
              + new String(line.object(), ISO_8859_1));
    }
    return list;
  }

  /** What splitting at line feeds gives. */
  private static List<String> expected(String content) {
    var list = new ArrayList<String>();
    int from = 0;
    while (from < content.length()) {
      int to = content.indexOf('\n', from);
      boolean isEnded = to >= 0;
      int end = isEnded ? to : content.length();
      list.add(from + (isEnded ? "" : " open") + ":" + content.substring(from, end));
      from = end + 1;
    }
    return list;
  }

  private void assertLines(String content) throws IOException {
    try (LogBytes log = open(content)) {
      List<String> expected = new ArrayList<>(expected(content));
      assertThat(lines(new LogForward(log, 0))).isEqualTo(expected);
      Collections.reverse(expected);
      assertThat(lines(new LogBackward(log))).isEqualTo(expected);
    }
  }

  @Test
  void areTheSameInBothDirectionsAsBySplitting() throws Exception {
    for (String content : List.of("", "\n", "a", "a\n", "\na", "\n\n", "a\nb", "a\n\nb\n")) {
      assertLines(content);
    }
  }

  @Test
  void areFoundAcrossThePiecesThatAreRead() throws Exception {
    var random = new Random(5);
    int rounds = Boolean.getBoolean("attache.slow") ? 60 : 15;
    for (int round = 0; round < rounds; round++) {
      var content = new StringBuilder();
      int longest = 1 << (4 + random.nextInt(15));
      while (content.length() < 400_000) {
        content.append("x".repeat(random.nextInt(longest))).append('\n');
      }
      content.setLength(content.length() - random.nextInt(3));
      assertLines(content.toString());
    }
  }

  @Test
  void areFoundWhereTheyEndWithAPiece() throws Exception {
    for (int length = (1 << 16) - 2; length <= (1 << 16) + 2; length++) {
      assertLines("a\n" + "x".repeat(length) + "\n");
      assertLines("a\n" + "x".repeat(length));
      assertLines("x".repeat(length) + "\nb\n");
    }
  }

  @Test
  void areReadBackwardsNoFurtherThanAsked() throws Exception {
    Path file = directory.resolve("log");
    Files.writeString(file, "a short line\n".repeat(1_000_000));
    var read = new long[1];
    try (LogBytes log = LogBytes.open(file, bytes -> read[0] += bytes)) {
      var lines = new LogBackward(log);
      for (int i = 0; i < 100; i++) {
        lines.next();
      }
    }
    assertThat(read[0]).isEqualTo((1 << 16) + 1);
  }

  @Test
  void leaveOutWhatSurroundsAnObject() throws Exception {
    try (LogBytes log = open("\u00ef\u00bb\u00bf {a} \r\n\0\0{b}\t\0\r\n\u00ef\u00bb\u00bf{c}\n")) {
      assertThat(lines(new LogForward(log, 0)))
          .containsExactly("0:{a}", "10:{b}", "19:\u00ef\u00bb\u00bf{c}");
    }
  }

  @Test
  void areBlankOnlyIfNothingIsLostWithThem() {
    assertThat(line("").isBlank()).isTrue();
    assertThat(line(" \t\r").isBlank()).isTrue();
    assertThat(line("\0").isBlank()).isFalse();
    assertThat(line("x").isBlank()).isFalse();
    assertThat(line("\0").hasObject()).isFalse();
    assertThat(line("x\0y").hasNul()).isFalse();
    assertThat(line("x\0").hasNul()).isTrue();
  }

  private static LogLine line(String content) {
    return new LogLine(7, content.getBytes(ISO_8859_1), true);
  }
}
