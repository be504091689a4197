package dev.attache.mcp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageLinesTest {

  private static final class Taken implements MessageLines.Taker {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void line(byte[] bytes, int offset, int length) {
      lines.add(new String(bytes, offset, length, UTF_8));
    }

    @Override
    public void tooLong(MessageId id, long length) {
      lines.add("too long: " + id.found() + ", " + length);
    }

    @Override
    public void tooLongForMemory(MessageId id, long length) {
      lines.add("too long for memory: " + id.found());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void findsTheSameLinesHoweverTheyArrive(int size) {
    String text = "a\n\nbcdefghij\nbcdefghijk\n{\"id\":\"x-1\",\"result\":{}}\nü\nrest";
    assertThat(lines(text, size))
        .containsExactly("a", "", "bcdefghij", "too long: null, 10", "too long: x-1, 24", "ü");
  }

  private static List<String> lines(String text, int size) {
    var taken = new Taken();
    var lines = new MessageLines(taken, 9);
    byte[] bytes = text.getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i += size) {
      lines.write(bytes, i, Math.min(size, bytes.length - i));
    }
    return taken.lines;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":\"a-1\",\"result\":{\"id\":\"b\"}}|a-1",
        "{\"result\":{\"id\":\"b\",\"x\":[{\"id\":\"c\"}]},\"id\" : \"a-1\"}|a-1",
        "{\"result\":\"\\\"id\\\":\\\"b\\\"\",\"id\":\"a-1\"}|a-1",
        "{\"result\":\"}\\\\\",\"id\":\"a-1\"}|a-1",
        "{\"note\":\"id\",\"x\":\"b\",\"id\":\"a-1\"}|a-1",
        "{\"id\":\"a-1\",\"result\":{\"text\":\"never ends|a-1",
        "{\"id\":7,\"result\":\"b\"}|",
        "{\"id\":\"a-1\",\"method\":\"ping\"}|",
        "[{\"id\":\"a-1\"}]|",
        "id: a-1|",
      })
  void findsTheIdOfTheOutermostObject(String line, @Nullable String id) {
    var search = new MessageId();
    byte[] bytes = line.getBytes(UTF_8);
    search.accept(bytes, 0, bytes.length);
    assertThat(search.found()).isEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":\"a-1\",\"method\":\"x\",|\"a-1\"",
        "{\"method\":\"x\",\"id\" : 7 ,\"params\":{\"id\":8}|7",
        "{\"id\":-12}|-12",
        "{\"id\":7,\"id\":\"b\"}|\"b\"",
        "{\"id\":\"b\",\"id\":7}|7",
        "{\"id\":\"\\u00fc\",|\"ü\"",
        "{\"params\":{\"id\":8},\"x\":[7]}|null",
        "{\"id\":12|null", // may go on
        "{\"id\":1-2}|null",
        "{\"id\":null,\"x\":3}|null",
        "id: 7|null",
      })
  void findsTheIdOfARequestWhateverItIs(String line, String id) throws IOException {
    var search = new MessageId();
    byte[] bytes = line.getBytes(UTF_8);
    search.accept(bytes, 0, bytes.length);
    assertThat(new String(PlainJson.write(search.any()), UTF_8)).isEqualTo(id);
  }

  @Test
  void takesWhatStandsAfterTheLastEndOfALineAtTheEnd() {
    var taken = new Taken();
    var lines = new MessageLines(taken, 9);
    lines.end();
    lines.write("a\nrest".getBytes(UTF_8), 0, 6);
    lines.end();
    lines.end();
    lines.write("0123456789".getBytes(UTF_8), 0, 10);
    lines.end();
    assertThat(taken.lines).containsExactly("a", "rest", "too long: null, 10");
  }

  @Test
  void keepsNoMoreOfALineThatNeverEndsThanTheLimit() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    var taken = new Taken();
    var lines = new MessageLines(taken, 1 << 20);
    byte[] piece = "x".repeat(1 << 16).getBytes(UTF_8);
    lines.write("{\"id\":\"a-1\",\"result\":\"".getBytes(UTF_8), 0, 22);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 250; i++) {
      lines.write(piece, 0, piece.length);
    }
    lines.end();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4 << 20);
    assertThat(taken.lines).containsExactly("too long: a-1, 16384022");
  }

  @Test
  void findsNoPartOfAnIdThatIsTooLong() {
    String fits = "ü".repeat(50);
    assertThat(id("{\"id\":\"" + fits + "\",").any()).isEqualTo(fits);
    assertThat(id("{\"id\":\"" + fits + "x\",").any()).isNull();
    assertThat(id("{\"id\":\"" + fits + "x\",").found()).isNull();
    assertThat(id("{\"id\":\"a\",\"id\":\"" + fits + "x\",").any()).isNull();
    assertThat(id("{\"id\":" + "9".repeat(100) + ",").any()).hasToString("9".repeat(100));
    assertThat(id("{\"id\":" + "9".repeat(101) + ",").any()).isNull();
  }

  private static MessageId id(String line) {
    var search = new MessageId();
    byte[] bytes = line.getBytes(UTF_8);
    search.accept(bytes, 0, bytes.length);
    return search;
  }
}
