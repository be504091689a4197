package dev.attache.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceUriTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///p/src/Main.java",
        "file:/p#L10-200",
        "https://example.com/a?b=c#d",
        "cmd:git diff --cached",
        "cmd://git?arg=diff&arg=--cached",
        "mcp+my_server+repo://owner/name with space",
        "x:",
        "x::",
        "a+b-c.d_e9:rest",
        "urn:isbn:0451450523",
        "note:caf\u00e9",
        "note:\ud83d\udcce",
        "note:\ue000\uffff",
        "note:\u00a0",
        "note:%0A%zz\\\"<>",
      })
  void keepsAnAbsoluteUriAsItIs(String value) {
    assertThat(ResourceUri.of(value).value()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        "://host/p",
        "src/main",
        "/p/file:1",
        "1x:rest",
        "+x:rest",
        "_x:rest",
        "-x:rest",
        ".x:rest",
        " x:rest",
        "x y:rest",
        "caf\u00e9:rest",
        "x",
        "\u212aelvin:rest",
      })
  void refusesWhatHasNoScheme(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResourceUri.of(value))
        .withMessage("uri (" + value + ") must begin with a scheme and a colon");
  }

  static Stream<Arguments> forbiddenCharacters() {
    return Stream.of(
        arguments("x:\u0000", "must not contain a control character (at 2)"),
        arguments("x:a\nb", "must not contain a control character (at 3)"),
        arguments("x:a\r", "must not contain a control character (at 3)"),
        arguments("x:a\tb", "must not contain a control character (at 3)"),
        arguments("x:\u001b[31m", "must not contain a control character (at 2)"),
        arguments("x:\u001f", "must not contain a control character (at 2)"),
        arguments("x:abc\u007f", "must not contain a control character (at 5)"),
        arguments("x:\u0080", "must not contain a control character (at 2)"),
        arguments("x:\u0085", "must not contain a control character (at 2)"),
        arguments("x:\u009f", "must not contain a control character (at 2)"),
        arguments("x:\u2028", "must not contain a control character (at 2)"),
        arguments("x:\u2029", "must not contain a control character (at 2)"),
        arguments("x:\ud83d\udcce\n", "must not contain a control character (at 4)"),
        arguments("x:\ud83d", "must not contain an unpaired surrogate (at 2)"),
        arguments("x:\udcce", "must not contain an unpaired surrogate (at 2)"),
        arguments("x:a\ud83db", "must not contain an unpaired surrogate (at 3)"),
        arguments("x:\udcce\ud83d", "must not contain an unpaired surrogate (at 2)"),
        arguments("x:\ud83d\ud83d\udcce", "must not contain an unpaired surrogate (at 2)"),
        arguments("x:\ud83d\udcce\udcce", "must not contain an unpaired surrogate (at 4)"));
  }

  @ParameterizedTest
  @MethodSource("forbiddenCharacters")
  void refusesAForbiddenCharacterAndSaysWhereItIs(String value, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResourceUri.of(value))
        .withMessageEndingWith(") " + problem);
  }

  @ParameterizedTest
  @CsvSource({
    "'x:a\nb', x:a\\u000ab",
    "'\u001b[31m', \\u001b[31m",
    "'x:\u0085', x:\\u0085",
    "'x:\u2028', x:\\u2028",
    "'x:\ud83d', x:\\ud83d",
    "'x:\ud83d\udcce\t', x:\ud83d\udcce\\u0009",
  })
  void showsForbiddenCharactersEscapedSoThatTheMessageIsOneLine(String value, String shown) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResourceUri.of(value))
        .withMessageStartingWith("uri (" + shown + ") must ");
  }

  @ParameterizedTest
  @MethodSource("forbiddenCharacters")
  void parsesNothingFromAForbiddenCharacter(String value) {
    assertThat(ResourceUri.parse(value)).isEmpty();
  }

  @Test
  void parsesNothingFromAPath() {
    assertThat(ResourceUri.parse("src/main")).isEmpty();
  }

  @Test
  void parsesWhatOfAccepts() {
    assertThat(ResourceUri.parse("file:///p")).contains(ResourceUri.of("file:///p"));
  }

  @Test
  void refusesTheSameInTheConstructor() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ResourceUri("p"))
        .withMessage("uri (p) must begin with a scheme and a colon");
  }

  @ParameterizedTest
  @CsvSource({
    "file:///p, file",
    "FILE:///p, file",
    "HtTpS://example.com, https",
    "mcp+My_Server+repo://x, mcp+my_server+repo",
    "x:y:z, x",
    "I:dotless, i",
  })
  void answersTheSchemeInLowerCase(String value, String scheme) {
    assertThat(ResourceUri.of(value).scheme()).isEqualTo(scheme);
  }

  @ParameterizedTest
  @CsvSource({
    "file:///p, FILE:///p",
    "file:///p, file:/p",
    "file:///%41, file:///A",
    "http://h, http://h/",
  })
  void neverTakesTwoSpellingsForOne(String one, String other) {
    assertThat(ResourceUri.of(one)).isNotEqualTo(ResourceUri.of(other));
  }

  @Test
  void isWrittenAsItIs() {
    assertThat(ResourceUri.of("HTTP://h/%41")).hasToString("HTTP://h/%41");
  }

  @Test
  void isShownToPeopleWithoutItsSecrets() {
    ResourceUri uri = ResourceUri.of("https://u:s3cr3t@h/?a=b&token=s3cr3t");
    assertThat(uri.redacted()).isEqualTo("https://REDACTED@h/?a=b&token=REDACTED");
    assertThat(uri).hasToString("https://u:s3cr3t@h/?a=b&token=s3cr3t");
  }

  @Test
  void namesNoSecretsOfWhatItRefuses() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResourceUri.of("https://u:s3cr3t\n@h/?token=s3cr3t\n"))
        .withMessage(
            "uri (https://REDACTED@h/?token=REDACTED) must not contain a control character (at"
                + " 16)");
  }
}
