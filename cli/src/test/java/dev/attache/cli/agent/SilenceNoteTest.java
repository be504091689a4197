package dev.attache.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.Streams;
import dev.attache.test.LongWait;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SilenceNoteTest {

  private static final Duration SHORT = Duration.ofMillis(20);

  private final StringWriter err = new StringWriter();

  private SilenceNote note(Duration silence) {
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintWriter(err, true),
            false,
            false,
            false,
            Map.of());
    return new SilenceNote(
        "local",
        Duration.ofMinutes(10),
        Duration.ofMinutes(5),
        new Console(streams, false),
        silence);
  }

  private String said() {
    synchronized (err.getBuffer()) {
      return err.toString();
    }
  }

  @Test
  void saysOnceThatNoAnswerComes() {
    try (SilenceNote note = note(SHORT)) {
      note.asking();
      LongWait.await().until(() -> said().endsWith("\n"));
      assertThat(said()).isEqualTo("attache: local: no answer for 20 ms; giving up after 10 min\n");
      note.asking();
      LongWait.await().until(() -> said().lines().count() == 2);
    }
  }

  @Test
  void saysThatAnAnswerHasStopped() {
    try (SilenceNote note = note(SHORT)) {
      note.asking();
      note.piece();
      LongWait.await().until(() -> said().endsWith("\n"));
      assertThat(said().lines().reduce((first, last) -> last))
          .hasValue("attache: local: no more of the answer for 20 ms; giving up after 5 min");
    }
  }

  @Test
  void waitsForHalfAMinute() {
    assertThat(SilenceNote.LONG).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void saysNothingOnceTheAnswerIsThere() throws InterruptedException {
    SilenceNote note = note(Duration.ofHours(1));
    note.asking();
    note.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(each -> each.getName().equals("attache-silence") && isWaiting(each));
    assertThat(said()).isEmpty();
  }

  private static boolean isWaiting(Thread timer) {
    LongWait.await().until(() -> !timer.isAlive());
    return timer.isAlive();
  }
}
