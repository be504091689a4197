package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutOfTimeExceptionTest {

  private static final PassedValues NO_SECRETS = new PassedValues(List.of());

  private static Captured of(String text) {
    return Captured.whole(text.getBytes(UTF_8));
  }

  private static String line(Duration limit, String output, String errors, PassedValues secrets) {
    return new OutOfTimeException(of(output), of(errors)).line(limit, secrets);
  }

  private static String message(String output, String errors) {
    return line(Duration.ofSeconds(30), output, errors, NO_SECRETS);
  }

  @Test
  void saysThatNothingWasPrinted() {
    assertThat(message("", ""))
        .isEqualTo("ran longer than 30 s and was killed; it had printed nothing");
  }

  @Test
  void quotesTheEndOfWhatWasPrinted() {
    assertThat(message("1\n2\n", ""))
        .isEqualTo(
            "ran longer than 30 s and was killed; it had printed 4 bytes on stdout and nothing on"
                + " stderr; the end of stdout: \"1\\n2\\n\"");
  }

  @Test
  void quotesBothStreams() {
    assertThat(line(Duration.ofMillis(250), "?", "x".repeat(1234), NO_SECRETS))
        .isEqualTo(
            "ran longer than 250 ms and was killed; it had printed 1 byte on stdout and 1,234 bytes"
                + " on stderr; the end of stdout: \"?\"; the end of stderr: \"…"
                + "x".repeat(400)
                + "\"");
  }

  @Test
  void saysThatNothingWasPrintedOnStandardOutput() {
    assertThat(message("", "Password: "))
        .isEqualTo(
            "ran longer than 30 s and was killed; it had printed nothing on stdout and 10 bytes on"
                + " stderr; the end of stderr: \"Password: \"");
  }

  @Test
  void hidesWhatWasPassedOn() {
    var secrets = new PassedValues(List.of("0123456789"));
    assertThat(line(Duration.ofSeconds(1), "a 0123456789", "0123456789", secrets))
        .isEqualTo(
            "ran longer than 1 s and was killed; it had printed 12 bytes on stdout and 10 bytes on"
                + " stderr; the end of stdout: \"a REDACTED\"; the end of stderr: \"REDACTED\"");
  }
}
