package dev.attache.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderValueTest {

  /** The table of 2026-07-28, "Value Encoding". */
  @Test
  void spellsTheExamplesOfTheSpecification() {
    assertThat(HeaderValue.encode("us-west1")).isEqualTo("us-west1");
    assertThat(HeaderValue.encode("Hello, 世界")).isEqualTo("=?base64?SGVsbG8sIOS4lueVjA==?=");
    assertThat(HeaderValue.encode(" padded ")).isEqualTo("=?base64?IHBhZGRlZCA=?=");
    assertThat(HeaderValue.encode("line1\nline2")).isEqualTo("=?base64?bGluZTEKbGluZTI=?=");
    assertThat(HeaderValue.encode("=?base64?literal?="))
        .isEqualTo("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "file:///x?y=%20#z", "=?base64?x", "~!\"", "?="})
  void leavesWhatAHeaderCanHold(String text) {
    assertThat(HeaderValue.encode(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\tb", "a\r", "\u0000", "é", "\u007F", "\uD83D\uDE00"})
  void encodesWhatAHeaderCannotHold(String text) {
    assertThat(HeaderValue.encode(text)).startsWith("=?base64?").endsWith("?=");
  }
}
