package dev.attache.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.attache.cli.ConfiguredRun;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.References;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.CommandPolicy.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The section {@code [cmd]}, and what the handler of commands is given of it. */
class CommandSectionTest {

  @TempDir Path temporary;

  private Path file = Path.of("");

  @BeforeEach
  void createDirectory() throws IOException {
    Path directory = Files.createDirectories(temporary.toRealPath().resolve("attache"));
    file = directory.resolve("config.toml");
  }

  private ConfiguredRun run(String text, String... line) throws IOException, UsageException {
    Files.writeString(file, text);
    var environment = Map.of("XDG_CONFIG_HOME", temporary.toRealPath().toString());
    return ConfiguredRun.of(temporary, environment, line);
  }

  @Test
  void givesTheHandlerWhatItHas() throws Exception {
    ConfiguredRun run =
        run(
            """
            [cmd]
            timeout = 60
            max-output = "2M"
            environment = ["CI", "GIT_*", "LANG=C", "EMPTY="]
            trust = ["git status", "git log *"]
            """);
    assertThat(run.err()).isEmpty();
    assertThat(run.cmd())
        .containsExactly(
            entry("timeout", 60L),
            entry("max-output", 2L << 20),
            entry("environment", List.of("CI", "GIT_*", "LANG=C", "EMPTY=")));
    assertThat(run("").cmd()).isEmpty();
  }

  @Test
  void letsTheOptionWin() throws Exception {
    assertThat(run("[cmd]\ntimeout = 60\n", "--timeout=5").cmd())
        .containsExactly(entry("timeout", 5L));
    assertThat(run("", "--timeout=5").cmd()).containsExactly(entry("timeout", 5L));
  }

  @Test
  void notesWhatItDoesNotKnow() throws Exception {
    assertThat(run("[cmd]\nmax-ouput = 3\n[conversation]\nattachment = []\n").err())
        .isEqualTo(
            """
            attache: FILE:2: unknown setting max-ouput in [cmd]; did you mean max-output?
            attache: FILE:4: unknown setting attachment in [conversation]; did you mean attachments?
            """
                .replace("FILE", file.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1A", "A B", "=x", "*", "A*B", "A-B", "_*=x", "Ä"})
  void refusesWhatIsNoVariable(String variable) {
    assertThatThrownBy(() -> run("[cmd]\n\nenvironment = ['OK', '" + variable + "']\n"))
        .isInstanceOf(UsageException.class)
        .hasMessage(file + ":3: [cmd] environment must contain NAME, NAME_* or NAME=value only");
  }

  /** Whether the handler runs a command that has such a variable. */
  private boolean isTakenByTheHandler(String variable) throws Exception {
    HandlerRegistry registry = HandlerRegistry.load(getClass().getClassLoader());
    Resolver resolver =
        Resolver.builder(registry)
            .workspace(temporary)
            .configuration("cmd", Map.of("environment", List.of(variable)))
            .service(CommandPolicy.class, (uri, invocation, requester) -> Decision.allowed("test"))
            .build();
    try (Resolution resolution = resolver.resolve(References.of(List.of("cmd:true")))) {
      return resolution.next() instanceof Outcome.Resolved;
    }
  }

  private boolean isTakenByTheSection(String variable) throws IOException {
    try {
      String escaped = variable.replace("\n", "\\n").replace("\t", "\\t");
      run("[cmd]\nenvironment = [\"" + escaped + "\"]\n");
      return true;
    } catch (UsageException e) {
      return false;
    }
  }

  @ParameterizedTest
  @Tag("process")
  @ValueSource(
      strings = {
        "A",
        "_",
        "a1_",
        "GIT_*",
        "GIT*",
        "_*",
        "A=",
        "A=b=c",
        "A=*",
        "A=b*",
        "A= \n\t ",
        "A=Ä",
        "",
        "1",
        "1A",
        "A B",
        "A ",
        " A",
        "=x",
        "=",
        "*",
        "**",
        "A**",
        "*A",
        "A*B",
        "A*=x",
        "A-B",
        "A\n",
        "A\n*",
        "A\n=x",
        "Ä",
        "Ä*",
        "A.B=c"
      })
  void takesWhatTheHandlerTakes(String variable) throws Exception {
    assertThat(isTakenByTheSection(variable)).isEqualTo(isTakenByTheHandler(variable));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "timeout = 0 | timeout must be a whole number from 1 to 86400",
        "max-output = 'much' | max-output (much) must be a number of bytes, such as 4096, 512K or"
            + " 10M",
        "environment = 'A' | environment must be a list of strings, such as [\"a\", \"b\"]",
        "trust = 'git' | trust must be a list of strings, such as [\"a\", \"b\"]",
        "trust = ['ls', 'sh *'] | trust (sh *) must not end with *, because sh is not known to only"
            + " read; name each command exactly",
        "trust = ['git log *', 'my-tool *'] | trust (my-tool *) must not end with *, because"
            + " my-tool is not known to only read; name each command exactly",
        "trust = ['git *'] | trust (git *) must not end with *, because git's own options can run"
            + " anything; name a subcommand first, as in git log *",
      })
  void refusesWhatBreaksARule(String line, String message) {
    assertThatThrownBy(() -> run("[cmd]\n" + line))
        .isInstanceOf(UsageException.class)
        .hasMessage(file + ":2: [cmd] " + message);
  }
}
