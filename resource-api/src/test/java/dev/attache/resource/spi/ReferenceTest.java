package dev.attache.resource.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceTest {

  @ParameterizedTest
  @CsvSource({
    "src/, false, src/",
    "!target, true, target",
    "!!odd, true, !odd",
    "!, true, ''",
    "'', false, ''",
    "a!b, false, a!b",
    "' !a', false, ' !a'",
    "\\!a, false, \\!a",
    "https://example.com/!, false, https://example.com/!",
    "cmd:git diff, false, cmd:git diff",
  })
  void isAnExclusionIfItBeginsWithAnExclamationMark(String text, boolean exclusion, String target) {
    assertThat(Reference.of(3, text))
        .isEqualTo(new Reference(3, text, exclusion, target, Requester.USER));
  }

  @Test
  void isTakenLiterallyWhenAsked() {
    assertThat(Reference.literal(3, "!odd name"))
        .isEqualTo(new Reference(3, "!odd name", false, "!odd name", Requester.USER));
  }

  @Test
  void isWrittenExactlyAsItWasGiven() {
    assertThat(Reference.of(0, "!target")).hasToString("!target");
  }

  @Test
  void isShownToPeopleWithoutItsSecrets() {
    Reference reference = Reference.of(0, "!https://u:s3cr3t@h/?key=s3cr3t");
    assertThat(reference.redacted()).isEqualTo("!https://REDACTED@h/?key=REDACTED");
    assertThat(reference).hasToString("!https://u:s3cr3t@h/?key=s3cr3t");
  }
}
