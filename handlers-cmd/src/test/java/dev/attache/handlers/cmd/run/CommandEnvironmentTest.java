package dev.attache.handlers.cmd.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandEnvironmentTest {

  @Test
  void passesOnLittleAndSetsWhatKeepsProgramsQuiet() {
    var parent =
        Map.of(
            "TMPDIR",
            "/t",
            "TZ",
            "UTC",
            "LC_CTYPE",
            "C",
            "LC_ALL",
            "C",
            "LANG",
            "C",
            "USER",
            "ann",
            "HOME",
            "/home/ann",
            "PATH",
            "/bin",
            "AWS_SECRET_ACCESS_KEY",
            "s",
            "PAGER",
            "less");
    assertThat(CommandEnvironment.of(parent, List.of()))
        .containsExactly(
            Map.entry("PATH", "/bin"),
            Map.entry("HOME", "/home/ann"),
            Map.entry("USER", "ann"),
            Map.entry("LANG", "C"),
            Map.entry("LC_ALL", "C"),
            Map.entry("LC_CTYPE", "C"),
            Map.entry("TZ", "UTC"),
            Map.entry("TMPDIR", "/t"),
            Map.entry("TERM", "dumb"),
            Map.entry("NO_COLOR", "1"),
            Map.entry("PAGER", "cat"),
            Map.entry("GIT_PAGER", "cat"),
            Map.entry("GIT_TERMINAL_PROMPT", "0"),
            Map.entry("GIT_OPTIONAL_LOCKS", "0"));
  }

  @Test
  void passesOnWhatIsNamedBesides() {
    var parent = Map.of("JAVA_HOME", "/j", "NPM_A", "1", "NPM_B", "2", "NPMX", "3");
    assertThat(CommandEnvironment.of(parent, List.of("JAVA_HOME", "NPM_*", "UNSET")))
        .contains(Map.entry("JAVA_HOME", "/j"), Map.entry("NPM_A", "1"), Map.entry("NPM_B", "2"))
        .doesNotContainKeys("NPMX", "UNSET");
  }

  @Test
  void setsAndOverridesWhatIsGivenWithAValue() {
    assertThat(CommandEnvironment.of(Map.of(), List.of("CI=1", "PAGER=", "A=b=c")))
        .contains(Map.entry("CI", "1"), Map.entry("PAGER", ""), Map.entry("A", "b=c"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*", "1A", "A-B", "A*B", "*_A", "A B"})
  void refusesWhatIsNoVariable(String entry) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CommandEnvironment.of(Map.of(), List.of(entry)))
        .withMessage("environment (" + entry + ") must be NAME, NAME_* or NAME=value");
  }

  @Test
  void keepsTheValueOutOfTheRefusal() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CommandEnvironment.of(Map.of(), List.of("API KEY=secret")))
        .withMessage("environment (API KEY=…) must be NAME, NAME_* or NAME=value");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CommandEnvironment.of(Map.of(), List.of("KEY=sec\0ret")))
        .withMessage("environment (KEY=…) must not contain a NUL");
  }

  @Test
  void dropsEntriesOfThePathThatWouldBeLookedUpInTheWorkspace() {
    assertThat(path(":/usr/bin:bin:.::/bin:")).isEqualTo("/usr/bin:/bin");
    assertThat(CommandEnvironment.of(Map.of(), List.of("PATH=.:/opt/bin")).get("PATH"))
        .isEqualTo("/opt/bin");
  }

  @Test
  void looksInTheUsualPlacesWithoutAPath() {
    String usual = "/usr/local/bin:/usr/bin:/bin";
    assertThat(CommandEnvironment.of(Map.of(), List.of()).get("PATH")).isEqualTo(usual);
    assertThat(path("")).isEqualTo(usual);
    assertThat(path(".:bin")).isEqualTo(usual);
  }

  private static String path(String path) {
    return CommandEnvironment.of(Map.of("PATH", path), List.of()).getOrDefault("PATH", "");
  }
}
