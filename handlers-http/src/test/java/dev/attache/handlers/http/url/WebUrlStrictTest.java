package dev.attache.handlers.http.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebUrlStrictTest {

  @ParameterizedTest
  @ValueSource(strings = {"\t", "\n", "\r", "\u0000", "\u001b", "\u007f", "\u0085", "\u2028"})
  void refusesControlCharacters(String control) {
    assertRefused("https://h" + control + "/", "must not contain control characters (at 9)");
    assertRefused("https://h/" + control, "must not contain control characters (at 10)");
    assertRefused(control + "https://h/", "must not contain control characters (at 0)");
  }

  @Test
  void refusesBlanksAtTheEnds() {
    assertRefused(" https://h/", "must not begin or end with a blank");
    assertRefused("https://h/ ", "must not begin or end with a blank");
    assertRefused("https://h/\u3000", "must not begin or end with a blank");
  }

  @Test
  void refusesBackslashes() {
    assertRefused("https:\\\\h/", "must not contain a backslash (at 6); write / or %5C");
    assertRefused("https://h\\@g/", "must not contain a backslash (at 9); write / or %5C");
    assertRefused("https://h/?a\\b", "must not contain a backslash (at 12); write / or %5C");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://me:s3cret@h/", "https://me@h/", "https://@h/", "https://a@b@h/"})
  void refusesUserInfoWithoutShowingIt(String text) {
    assertRefused(text, "must not contain a user name or a password");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https:h/", "https:/h/", "https:///h/"})
  void refusesOtherThanTwoSlashes(String text) {
    assertRefused(text, "must have two slashes after https:");
  }

  @Test
  void acceptsTheRestAsOthersMayWriteIt() throws ResourceException {
    assertThat(WebUrl.parseStrict("HTTPS://B\u00fccher.example:443/a b/../c@d?e@f#g", null).value())
        .isEqualTo("https://xn--bcher-kva.example/c@d?e@f");
  }

  @Test
  void refusesWhatNobodyMayWrite() {
    assertRefused("file:///etc/passwd", "must begin with http:// or https://");
    assertRefused("https://h:0/", "has a port that is not a number from 1 to 65535");
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> WebUrl.parseStrict(text, null))
        .isInstanceOf(ResourceException.class)
        .hasMessage(message);
  }
}
