package dev.attache.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationIdTest {

  private static final String RULE =
      "must be 1 to 64 of a-z, 0-9, '-', '_' and '.', the first a letter or a digit, the last no"
          + " dot";

  @ParameterizedTest
  @ValueSource(strings = {"a", "0", "a.b", "a-_.0", "con-1", "console", "com", "com10", "my.con"})
  void isFitForAFileName(String value) {
    assertThat(ConversationId.of(value).value()).isEqualTo(value);
    assertThat(ConversationId.parse(value)).contains(ConversationId.of(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".a", "-a", "_", "A", "a b", "a/b", "é", "a.", "a..", "a\n"})
  void refusesWhatIsNone(String value) {
    assertThat(ConversationId.parse(value)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConversationId.of(value))
        .withMessage("conversation (" + value + ") " + RULE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"con", "prn", "aux", "nul", "com0", "com1", "lpt9", "nul.txt", "con.a.b"})
  void refusesTheDevicesOfWindows(String value) {
    assertThat(ConversationId.parse(value)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConversationId.of(value))
        .withMessage(
            "conversation ("
                + value
                + ") must not be the name of a device on Windows, such as con, nul or com1");
  }

  @Test
  void hasAtMost64Characters() {
    assertThat(ConversationId.parse("a".repeat(64))).isPresent();
    assertThat(ConversationId.parse("a".repeat(65))).isEmpty();
  }

  @Test
  void beginsWithTheTimeIfNobodyChoosesIt() {
    Clock clock = Clock.fixed(Instant.parse("2026-02-03T04:05:06Z"), ZoneOffset.UTC);
    assertThat(ConversationId.next(clock).value()).matches("20260203-040506-[a-z2-9]{4}");
  }
}
