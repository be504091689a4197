package dev.attache.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Remedy;
import dev.attache.resource.Remedy.Action;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemedyOptionTest {

  @ParameterizedTest
  @CsvSource({
    "ALLOW_DIRECTORY, /etc, add --root to allow it",
    "ALLOW_HOST, a.example:22, --allow-host a.example:22 allows it",
    "ALLOW_MODEL, jira:, attache serve --allow-attach-from jira: allows it",
    "ATTACH, my notes.txt, \"attach it yourself: attache serve --attach 'my notes.txt'\"",
    "TRUST_COMMAND, --declared, to allow it: attache trust add --declared",
    "TRUST_SERVER, mcp+a+, to allow it: attache trust add mcp+a+",
    "TRUST_JAR, /x/a.jar, 'review it, then trust it with: attache handlers trust /x/a.jar'",
  })
  void saysWhatToType(Action action, String subject, String typed) {
    String words = typed.replaceAll("^\"|\"$", "");
    assertThat(RemedyOption.of("is refused", new Remedy(action, subject)))
        .isEqualTo("is refused; " + words);
  }

  @Test
  void addsNothingWhereNothingCanBeDone() {
    assertThat(RemedyOption.of("is refused", null)).isEqualTo("is refused");
  }
}
