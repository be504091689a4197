package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.secrets.Redaction;
import dev.attache.test.Growth;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** References of shapes that tempt a redaction to look at the same characters again and again. */
@Tag("slow")
class RedactionTimeTest {

  private static final int MOST_CHARS = 8 << 20;

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
  void growsInProportionToTheLengthOfACommand(String part) throws Exception {
    assertProportional(Redaction::redact, "cmd:x ", part, "");
    assertProportional(Redaction::redact, "cmd://x?arg=", part, "");
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
  void growsInProportionToTheLengthOfAUri(String part) throws Exception {
    assertProportional(Redaction::redact, "x://?", part, "@");
    assertProportional(Redaction::redactAllIn, "x://?", part, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a ", " ", "\"", "x://?a=b ", "<x://a:b@c>", "://", "x://)) "})
  void growsInProportionToTheLengthOfATextWithUris(String part) throws Exception {
    assertProportional(Redaction::redactAllIn, "x://? ", part, "");
  }

  private static void assertProportional(
      UnaryOperator<String> redaction, String start, String part, String end) throws Exception {
    Growth.assertProportional(
        100,
        MOST_CHARS / part.length(),
        count -> {
          String text = start + part.repeat(count) + end;
          return () -> assertThat(redaction.apply(text)).isNotEmpty();
        });
  }
}
