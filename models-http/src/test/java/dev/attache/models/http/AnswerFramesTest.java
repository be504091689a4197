package dev.attache.models.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerFramesTest {

  @Test
  void joinsTheLinesOfData() throws IOException {
    assertThat(events("data: a\ndata:b\ndata\ndata:  c\n\n")).containsExactly("a\nb\n\n c");
  }

  @Test
  void passesOverCommentsAndOtherFields() throws IOException {
    String stream =
        ": hello\nevent: x\nid: 1\nretry: 5\ndatum: no\ndata: a\n:\n\n: x\n\ndata: b\n\n";
    assertThat(events(stream)).containsExactly("a", "b");
  }

  @Test
  void givesNoEventWithoutData() throws IOException {
    assertThat(events("event: x\n\ndata\n\ndata:\n\n\n\ndata: a\n\n")).containsExactly("a");
  }

  @Test
  void givesWhatStandsInAFieldForErrors() throws IOException {
    assertThat(events("data: a\n\nerror: {\"code\":500}\n\nerrors: no\n\n"))
        .containsExactly("a", "{\"code\":500}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void endsLinesAsTheStandardSays(String end) throws IOException {
    String stream = "data: a" + end + "data: b" + end + end + "data: c" + end + end;
    assertThat(events(stream)).containsExactly("a\nb", "c");
  }

  @Test
  void dropsAMarkAtTheBeginningOnly() throws IOException {
    assertThat(events("\ufeffdata: a\n\n\ufeffdata: b\n\ndata: \ufeffc\n\n"))
        .containsExactly("a", "\ufeffc");
  }

  @Test
  void givesTheLastEventWithoutTheEmptyLineAfterIt() throws IOException {
    assertThat(events("data: a\n\ndata: b\n")).containsExactly("a", "b");
    assertThat(events("data: a\n\ndata: b")).containsExactly("a", "b");
    assertThat(events("data: a\n\ndat")).containsExactly("a");
  }

  @Test
  void readsLinesThatAreNotBlank() throws IOException {
    assertThat(frames("{}\r\n\n \t\n[1]\n\"ü🦊\"", false, 100))
        .containsExactly("{}", "[1]", "\"ü🦊\"");
  }

  @Test
  void refusesALineOrAnEventThatIsTooLarge() {
    String message = "an event of the answer is larger than 0 MiB";
    assertThatThrownBy(() -> frames(": " + "x".repeat(99), true, 100)).hasMessage(message);
    assertThatThrownBy(() -> frames("data: 12345\n".repeat(20), true, 100)).hasMessage(message);
    assertThatThrownBy(() -> frames("x".repeat(101), false, 100)).hasMessage(message);
  }

  @Test
  void refusesAnAnswerThatNeverEnds() {
    assertThatThrownBy(() -> frames("data: 1234\n\n".repeat(100), true, 100))
        .hasMessage("the answer is larger than 0 MiB");
  }

  @Test
  void tellsOfProgressWithinALongLine() throws IOException {
    int[] told = {0};
    byte[] line = "x".repeat(1 << 20).getBytes(UTF_8);
    var frames = new AnswerFrames(new ByteArrayInputStream(line), false, 2 << 20, () -> told[0]++);
    assertThat(frames.next()).hasSize(1 << 20);
    assertThat(told[0]).isBetween(14, 18);
  }

  /** Reads in pieces of all sizes, which make no difference. */
  private static List<String> events(String stream) throws IOException {
    List<String> events = frames(stream, true, 1000);
    for (int size = 1; size < 9; size++) {
      assertThat(read(inPieces(stream, size), true, 1000)).isEqualTo(events);
    }
    return events;
  }

  private static List<String> frames(String stream, boolean isServerSent, int maxBytes)
      throws IOException {
    return read(new ByteArrayInputStream(stream.getBytes(UTF_8)), isServerSent, maxBytes);
  }

  private static List<String> read(InputStream in, boolean isServerSent, int maxBytes)
      throws IOException {
    var frames = new AnswerFrames(in, isServerSent, maxBytes, () -> {});
    var events = new ArrayList<String>();
    for (byte[] data = frames.next(); data != null; data = frames.next()) {
      events.add(new String(data, UTF_8));
    }
    assertThat(frames.isOver()).isTrue();
    return events;
  }

  private static InputStream inPieces(String stream, int size) {
    return new FilterInputStream(new ByteArrayInputStream(stream.getBytes(UTF_8))) {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return super.read(bytes, offset, Math.min(length, size));
      }
    };
  }
}
