package dev.attache.handlers.cmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.ResourceUri;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The command line in a configuration: what it may be, and what becomes of it. */
class ProgramTemplateTest {

  private static CommandUri command(String uri, String... words) {
    return new ProgramTemplate(List.of(words))
        .command(ResourceUri.of(uri), Path.of("").toAbsolutePath());
  }

  private static void assertRefused(String message, String... words) {
    assertThatThrownBy(() -> new ProgramTemplate(List.of(words)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void putsTheUriWhereverItsMarkStands() {
    assertThat(command("jira:A-1", "fetch", "--uri={uri}", "-v", "{uri},{uri}").arguments())
        .containsExactly("--uri=jira:A-1", "-v", "jira:A-1,jira:A-1");
  }

  @Test
  void givesTheUriAsOneArgumentWhateverIsInIt() {
    assertThat(command("jira:a b;$(x)'\"{uri}", "fetch", "{uri}").arguments())
        .containsExactly("jira:a b;$(x)'\"{uri}");
  }

  @Test
  void requiresAProgram() {
    String message = "command must begin with a program, as in [\"fetch\", \"{uri}\"]";
    assertRefused(message);
    assertRefused(message, "", "{uri}");
  }

  @Test
  void saysWhereTheUriHasToStand() {
    assertRefused(
        "command must say where the URI goes: write {uri} in one of the arguments, as in"
            + " [\"fetch\", \"{uri}\"]",
        "fetch",
        "{URI}");
  }

  @Test
  void hasNoProgramThatTheUriNames() {
    assertRefused(
        "command must not have {uri} in the program, but in its arguments", "{uri}", "{uri}");
  }

  @Test
  void takesNoProgramOfTheWorkspace() {
    assertRefused(
        "command must begin with a name that is looked up in the PATH, or with an absolute path; a"
            + " relative one would be a program of the workspace",
        "./fetch",
        "{uri}");
    assertThatCode(() -> new ProgramTemplate(List.of("/opt/fetch", "{uri}")))
        .doesNotThrowAnyException();
  }

  @Test
  void keepsTheUriOutOfScripts() {
    String message =
        "command must not have {uri} in a script, where the URI would be taken as code; write"
            + " \"$1\" there, and after the script: \"sh\", \"{uri}\"";
    assertRefused(message, "sh", "-c", "fetch {uri}");
    assertRefused(message, "/bin/bash", "-euc", "fetch {uri}", "{uri}");
    assertRefused(message, "sh", "-ce", "fetch {uri}");
    assertRefused(message, "sh", "-c", "-e", "fetch {uri}");
    assertRefused(message, "bash", "-o", "pipefail", "-c", "fetch {uri}");
    assertRefused(message, "fish", "--command=fetch {uri}");
    assertRefused(message, "env", "sh", "-c", "cat {uri}");
    assertRefused(message, "/usr/bin/env", "-i", "A=b", "/bin/sh", "-c", "cat {uri}");
    assertRefused(message, "busybox", "sh", "-c", "cat {uri}");
    assertRefused(message, "nice", "-n", "5", "timeout", "9", "bash", "-ec", "cat {uri}");
    assertRefused(message, "env", "sh", "-c", "sh \"$@\"", "sh", "-c", "{uri}");
    assertThatCode(() -> new ProgramTemplate(List.of("sh", "fetch.sh", "-c", "{uri}")))
        .doesNotThrowAnyException();
    assertThatCode(() -> new ProgramTemplate(List.of("sh", "-c", "fetch \"$1\"", "sh", "{uri}")))
        .doesNotThrowAnyException();
    assertThatCode(() -> new ProgramTemplate(List.of("fetch", "-c", "{uri}")))
        .doesNotThrowAnyException();
    assertThatCode(() -> new ProgramTemplate(List.of("fetch", "--as", "sh", "-c", "{uri}")))
        .doesNotThrowAnyException();
    assertThatCode(
            () -> new ProgramTemplate(List.of("env", "sh", "-c", "cat \"$1\"", "sh", "{uri}")))
        .doesNotThrowAnyException();
  }

  @Test
  void holdsNoNul() {
    assertRefused("command must not contain a NUL", "fetch", "{uri}\0");
  }
}
