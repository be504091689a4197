package dev.attache.mcp.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseReaderTest {

  private static final int MAX = 100;

  private final List<String> events = new ArrayList<>();
  private final SseReader reader = new SseReader(MAX, data -> events.add(new String(data, UTF_8)));

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void readsEventsWhateverEndsTheirLines(String end) {
    read("event: message|id: 7|data: {\"a\":1}||data:two||".replace("|", end));

    assertThat(events).containsExactly("{\"a\":1}", "two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void readsEventsInPiecesOfOneByte(String end) {
    byte[] bytes = "\uFEFF: hi|data: ä|data: b||:|data: c||".replace("|", end).getBytes(UTF_8);
    for (byte b : bytes) {
      assertThat(reader.accept(ByteBuffer.wrap(new byte[] {b}).asReadOnlyBuffer())).isTrue();
    }

    assertThat(events).containsExactly("ä\nb", "c");
  }

  @Test
  void takesOneSpaceOffTheData() {
    read("data:  x \n\n");

    assertThat(events).containsExactly(" x ");
  }

  @Test
  void joinsLinesOfData() {
    read("data: a\ndata\ndata: b\n\n");

    assertThat(events).containsExactly("a\n\nb");
  }

  @Test
  void doesNotTakeOtherFieldsForData() {
    read("database: x\ndat: y\n data: z\nretry: 5\n\n");

    assertThat(events).isEmpty();
  }

  @Test
  void handsOnNothingForEventsWithoutData() {
    read("id: 1\ndata:\n\n\n\nevent: x\n\n");

    assertThat(events).isEmpty();
  }

  @Test
  void ignoresAByteOrderMarkOnlyAtTheStart() {
    read("\uFEFFdata: a\n\n\uFEFFdata: b\n\n");

    assertThat(events).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"data: last", "data: last\n", "data: last\r"})
  void handsOnAnEventThatTheStreamEndsWith(String text) {
    read(text);
    reader.end();

    assertThat(events).containsExactly("last");
  }

  @Test
  void holdsAnEventOfTheLargestSize() {
    assertThat(read("data: " + "x".repeat(MAX) + "\n\n")).isTrue();

    assertThat(events).containsExactly("x".repeat(MAX));
  }

  @Test
  void doesNotHoldALargerLine() {
    assertThat(read("data: " + "x".repeat(MAX + 20))).isFalse();
  }

  @Test
  void doesNotHoldALargerEventOfManyLines() {
    assertThat(read("data: 123456789\n".repeat(13))).isFalse();
  }

  @Test
  void countsEachEventForItself() {
    assertThat(read(("data: " + "x".repeat(MAX) + "\n\n").repeat(50))).isTrue();

    assertThat(events).hasSize(50);
  }

  @Test
  void holdsNothingOfCommentsAndOtherFields() {
    assertThat(read(":" + "c".repeat(100_000) + "\n")).isTrue();
    assertThat(read("event: " + "e".repeat(100_000) + "\n")).isTrue();
    assertThat(read(":\n".repeat(100_000) + "data: x\n\n")).isTrue();

    assertThat(events).containsExactly("x");
  }

  private boolean read(String text) {
    return reader.accept(ByteBuffer.wrap(text.getBytes(UTF_8)).asReadOnlyBuffer());
  }
}
