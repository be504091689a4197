package dev.attache.resource.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * References of shapes that tempt a redaction to look at the same characters again and again. Each
 * takes a fraction of a second, at most 0.2 seconds cold; anything quadratic takes seconds or
 * minutes, and most of it is found at the shorter ones, which come first.
 */
@Tag("slow")
class RedactionTimeTest {

  private static final Duration ENOUGH = Duration.ofSeconds(3);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=",
        "a:",
        "'a",
        "\"a ",
        "\\",
        "eyJ-",
        "sk-",
        "[",
        "{,",
        "$'",
        "cmd:",
        "&arg=%20",
        "token='",
        "token: ",
        "https://",
        "a b@",
        "-----BEGIN ",
        "xoxb-",
        "$(",
        "-u :",
        "ab",
        "*",
        "{[",
        "a[",
        "--b]",
        "$'\\x01'",
        "%41%",
        "&token=x",
      })
  void growsInProportionToTheLengthOfACommand(String part) {
    for (int count = 6_250; count <= 100_000; count *= 4) {
      assertTime(Redaction::redact, "cmd:x " + part.repeat(count));
      assertTime(Redaction::redact, "cmd://x?arg=" + part.repeat(count));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?a=",
        "?",
        ";a",
        "http:",
        "http:a:b/",
        "://",
        "%25",
        "?a=%25",
        "a:b@",
        "http:[",
        ")"
      })
  void growsInProportionToTheLengthOfAUri(String part) {
    for (int count = 12_500; count <= 200_000; count *= 4) {
      String text = "x://?" + part.repeat(count);
      assertTime(Redaction::redact, text + "@");
      assertTime(Redaction::redactAllIn, text);
    }
  }

  private static void assertTime(UnaryOperator<String> redaction, String text) {
    long started = THREADS.getCurrentThreadCpuTime();
    assertThat(redaction.apply(text)).isNotEmpty();
    assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - started)).isLessThan(ENOUGH);
  }
}
