package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tokens that a program was given, in what it prints. */
class PassedValuesTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "JIRA_TOKEN", "0123456789",
          "JIRA_TOKEN_2", "0123456789abc",
          "JIRA_MODE", "fast",
          "HOME", "/home/somebody");

  private static PassedValues values(String... entries) {
    return PassedValues.of(List.of(entries), ENVIRONMENT);
  }

  @Test
  void hidesWhatWasPassedOnByItsName() {
    assertThat(values("JIRA_TOKEN").hide("no 0123456789 in /home/somebody"))
        .isEqualTo("no REDACTED in /home/somebody");
  }

  @Test
  void hidesTheLongerValueFirst() {
    assertThat(values("JIRA_*").hide("0123456789abc")).isEqualTo("REDACTED");
  }

  @Test
  void hidesWhatWasSet() {
    assertThat(values("JIRA_TOKEN=0123456789").hide("0123456789")).isEqualTo("REDACTED");
  }

  @Test
  void leavesWordsAsTheyAre() {
    assertThat(values("JIRA_MODE").hide("it went fast")).isEqualTo("it went fast");
  }

  @Test
  void hidesThemBeforeTheEndIsTaken() {
    Captured stream = Captured.whole("token 0123456789 is wrong".getBytes(UTF_8));
    assertThat(values("JIRA_TOKEN").end(stream, 14)).isEqualTo("\"…ACTED is wrong\"");
  }

  @Test
  void showsThatThereWasMore() {
    Captured stream = Captured.whole(("x".repeat(40_000) + "\nend").getBytes(UTF_8));
    assertThat(values("JIRA_TOKEN").end(stream, 3)).isEqualTo("\"…end\"");
    assertThat(values("JIRA_TOKEN").end(stream, 400)).startsWith("\"…x").endsWith("x\\nend\"");
  }
}
