package dev.attache.core.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In each text, the name ends at its first {@code PASSWORD}, and the value is {@code
 * x7Kq2mWv9RtY4b}.
 */
class NamedValueTest {

  private static final String NAME = "PASSWORD";
  private static final String VALUE = "x7Kq2mWv9RtY4b";

  private static String value(String text, boolean needsQuotes) {
    return NamedValue.of(text, text.indexOf(NAME) + NAME.length(), needsQuotes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PASSWORD = \"x7Kq2mWv9RtY4b\"",
        "PASSWORD: 'x7Kq2mWv9RtY4b',",
        "PASSWORD := `x7Kq2mWv9RtY4b`",
        "\"PASSWORD\": \"x7Kq2mWv9RtY4b\"",
        "'PASSWORD' => 'x7Kq2mWv9RtY4b',",
        "define( 'PASSWORD', 'x7Kq2mWv9RtY4b' );",
        "getenv(\"PASSWORD\", \"x7Kq2mWv9RtY4b\")",
        "{ \"PASSWORD\", \"x7Kq2mWv9RtY4b\" }",
        "env(\"PASSWORD\", default=\"x7Kq2mWv9RtY4b\")",
        "setPASSWORD(\"x7Kq2mWv9RtY4b\")",
        "config['PASSWORD'] = b'x7Kq2mWv9RtY4b'",
        "PASSWORD = @\"x7Kq2mWv9RtY4b\"",
        "PASSWORD: string = \"x7Kq2mWv9RtY4b\"",
        "PASSWORD: String = \"x7Kq2mWv9RtY4b\"",
        "PASSWORD 'x7Kq2mWv9RtY4b'",
        "\"source\": [\"PASSWORD = \\\"x7Kq2mWv9RtY4b\\\"\\n\"]",
        "{\"name\": \"PASSWORD\", \"value\": \"x7Kq2mWv9RtY4b\"}",
        "<add key=\"PASSWORD\" value=\"x7Kq2mWv9RtY4b\" />",
        "PASSWORD = \"base64:x7Kq2mWv9RtY4b\"",
        "PASSWORD = 'Bearer x7Kq2mWv9RtY4b'",
        "variable \"PASSWORD\" {\n  default = \"x7Kq2mWv9RtY4b\"",
      })
  void isFoundInQuotes(String text) {
    assertThat(value(text, true)).isEqualTo(VALUE);
    assertThat(value(text, false)).isEqualTo(VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PASSWORD=x7Kq2mWv9RtY4b",
        "PASSWORD: x7Kq2mWv9RtY4b # comment",
        "PASSWORD=x7Kq2mWv9RtY4b;Encrypt=True",
        "?PASSWORD=x7Kq2mWv9RtY4b&b=c",
        "<PASSWORD>x7Kq2mWv9RtY4b</PASSWORD>",
        "<Key>PASSWORD</Key><Value ProtectInMemory=\"True\">x7Kq2mWv9RtY4b</Value>",
        "<key>PASSWORD</key>\n\t<string>x7Kq2mWv9RtY4b</string>",
        "<name>PASSWORD</name>\r\n<value>x7Kq2mWv9RtY4b</value>",
        "- name: PASSWORD\n  value: x7Kq2mWv9RtY4b\n",
        "--PASSWORD x7Kq2mWv9RtY4b --next",
        "Xauth PASSWORD x7Kq2mWv9RtY4b\n",
        "the PASSWORD is x7Kq2mWv9RtY4b",
        "PASSWORD: token x7Kq2mWv9RtY4b",
      })
  void isFoundWithoutQuotesWhereTheyAreNotNeeded(String text) {
    assertThat(value(text, false)).isEqualTo(VALUE);
    assertThat(value(text, true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PASSWORD",
        "PASSWORDS = 'x7Kq2mWv9RtY4b'",
        "PASSWORD_HASH = 'x7Kq2mWv9RtY4b'",
        "PASSWORD-hash: x7Kq2mWv9RtY4b",
        "['a', 'PASSWORD', 'x7Kq2mWv9RtY4b']",
        "\"PASSWORD\",\n\"x7Kq2mWv9RtY4b\"",
        "PASSWORD:\n  x7Kq2mWv9RtY4b",
        "PASSWORD:\n  secure: x7Kq2mWv9RtY4b",
        "PASSWORD = get(x7Kq2mWv9RtY4b)",
        "PASSWORD = list[x7Kq2mWv9RtY4b]",
        "PASSWORD (x7Kq2mWv9RtY4b)",
        "a PASSWORD x7Kq2mWv9RtY4b in a text",
        "a PASSWORD, x7Kq2mWv9RtY4b\n",
        "PASSWORD 1:x7Kq2mWv9RtY4b\n",
        "PASSWORD short1\n",
        "PASSWORD: {x7Kq2mWv9RtY4b}",
        "PASSWORD; x7Kq2mWv9RtY4b",
      })
  void isNotWhatStandsThereForAnotherReason(String text) {
    assertThat(value(text, false)).isNotEqualTo(VALUE);
    assertThat(value(text, true)).isNotEqualTo(VALUE);
  }

  @Test
  void isLongInAStringOfCode() {
    assertThat(value("\"User=a;PASSWORD=x7Kq2mWv9RtY4b8L;\"", true)).isEqualTo("x7Kq2mWv9RtY4b8L");
    assertThat(value("\"User=a;PASSWORD=x7Kq2mWv9RtY4b;\"", true)).isEmpty();
    assertThat(value("PASSWORD = x7Kq2mWv9RtY4b8L;", true)).isEmpty();
  }

  @Test
  void standsNear() {
    assertThat(value("PASSWORD" + " ".repeat(70) + "= 'x7Kq2mWv9RtY4b'", true)).isEqualTo(VALUE);
    assertThat(value("PASSWORD" + " ".repeat(90) + "= 'x7Kq2mWv9RtY4b'", true)).isEmpty();
  }
}
