package dev.attache.models.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownTextTest {

  private final ShownText shown = new ShownText(List.of("s3cr3t/+=", "s3cr3t/+=longer", "to"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "the key s3cr3t/+= is wrong | the key REDACTED is wrong",
        "s3cr3t/+=longer | REDACTED",
        "Incorrect API key provided: sk-proj-****cdef. | Incorrect API key provided: REDACTED",
        "bad AIzaSyA1234567890 | bad REDACTED",
        "Bearer abc.def-ghi was refused | REDACTED was refused",
        "see https://u:p@example.org/?key=1 | see https://REDACTED@example.org/?key=REDACTED",
        "prompt is too long, go to 3 * 4 | prompt is too long, go to 3 * 4",
      })
  void hidesWhatIsSecret(String text, String expected) {
    assertThat(shown.of(text)).isEqualTo(expected);
  }

  @Test
  void isOneLineThatEnds() {
    assertThat(shown.of("a\n\u001b[31mb\u0000c")).isEqualTo("a b c");
    assertThat(shown.of("x".repeat(2000))).hasSize(500).endsWith("…");
  }
}
