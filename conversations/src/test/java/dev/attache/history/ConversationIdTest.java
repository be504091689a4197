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
      "must be 1 to 100 of A-Z, a-z, 0-9, '-', '_', '.', '@' and '+', the first a letter or a digit,"
          + " the last no dot";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "0",
        "a.b",
        "a-_.0",
        "con",
        "User-42",
        "ada.lovelace+notes@example.org",
        "7F3C2B1A-0000-4000-8000-00000000ABCD"
      })
  void isWhatProgramsCallTheirUsersAndThings(String value) {
    assertThat(ConversationId.of(value).value()).isEqualTo(value);
    assertThat(ConversationId.parse(value)).contains(ConversationId.of(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ".a", "-a", "_", "@a", "+", "=a", "a b", "a/b", "a\\b", "a:b", "é", "a.", "a..", "a\n",
        "a$b", "a`b", "a*", "a;b", "a'b", "a\"b", "a%b", "a~", "a!b", "a&b", "a|b", "a<b"
      })
  void refusesWhatIsNone(String value) {
    assertThat(ConversationId.parse(value)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConversationId.of(value))
        .withMessage("conversation (" + value + ") " + RULE);
  }

  @Test
  void tellsCapitalLettersFromSmallOnes() {
    assertThat(ConversationId.of("User")).isNotEqualTo(ConversationId.of("user"));
  }

  @Test
  void hasAtMost100Characters() {
    assertThat(ConversationId.parse("a".repeat(100))).isPresent();
    assertThat(ConversationId.parse("a".repeat(101))).isEmpty();
  }

  @Test
  void beginsWithTheTimeIfNobodyChoosesIt() {
    Clock clock = Clock.fixed(Instant.parse("2026-02-03T04:05:06Z"), ZoneOffset.UTC);
    assertThat(ConversationId.next(clock).value()).matches("20260203-040506-[a-z2-9]{4}");
  }
}
