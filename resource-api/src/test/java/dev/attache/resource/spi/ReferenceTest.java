package dev.attache.resource.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.spi.Reference.Meaning;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    Reference reference = Reference.of(3, text);
    Meaning meaning = exclusion ? Meaning.EXCLUSION : Meaning.PLAIN;
    assertThat(reference).isEqualTo(new Reference(3, text, meaning, Requester.USER));
    assertThat(reference.exclusion()).isEqualTo(exclusion);
    assertThat(reference.target()).isEqualTo(target);
  }

  @Test
  void isTakenLiterallyWhenAsked() {
    Reference reference = Reference.literal(3, "!odd name");
    assertThat(reference).isEqualTo(new Reference(3, "!odd name", Meaning.PLAIN, Requester.USER));
    assertThat(reference.target()).isEqualTo("!odd name");
  }

  @Test
  void isThePathOfAFileThatIsThereWhateverItLooksLike(@TempDir Path workspace) throws Exception {
    for (String name : new String[] {"!odd.txt", "[x].txt", "cmd:x", "plain"}) {
      Files.createFile(workspace.resolve(name));
      Reference reference = Reference.parse(0, name, workspace);
      assertThat(reference).isEqualTo(new Reference(0, name, Meaning.PATH, Requester.USER));
      assertThat(reference.exclusion()).isFalse();
      assertThat(reference.target()).isEqualTo(name);
      Files.delete(workspace.resolve(name));
    }
    assertThat(Reference.parse(0, "!odd.txt", workspace).meaning()).isEqualTo(Meaning.EXCLUSION);
    assertThat(Reference.parse(0, "[x].txt", workspace).meaning()).isEqualTo(Meaning.PLAIN);
    assertThat(Reference.parse(0, "!\0", workspace).meaning()).isEqualTo(Meaning.EXCLUSION);
    assertThat(Reference.parse(0, "", workspace).meaning()).isEqualTo(Meaning.PLAIN);
  }

  @Test
  void isThePathOfALinkThatLeadsNowhere(@TempDir Path workspace) throws Exception {
    Files.createSymbolicLink(workspace.resolve("!link"), Path.of("nowhere"));
    assertThat(Reference.parse(0, "!link", workspace).meaning()).isEqualTo(Meaning.PATH);
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
