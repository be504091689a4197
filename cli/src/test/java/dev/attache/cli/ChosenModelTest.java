package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choice of the model that a query asks, and what is said without one. */
class ChosenModelTest {

  private static final String PROVIDERS =
      "anthropic, gemini, ollama, openai-chat, openai-compatible, openai-responses or openrouter";

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary).file("a.txt", "a\n");
  }

  private Talk own(String settings) {
    return talk.file("../home/config/attache/config.toml", settings);
  }

  private Talk theirs(String settings) {
    return talk.file(".attache/config.toml", settings);
  }

  private String ownFile() {
    return talk.workspace().home() + "/config/attache/config.toml";
  }

  @Test
  void saysInTwoLinesHowToNameOneAndRecordsNothing() {
    CliRun run = talk.run("query", "--new", "-a", "a.txt", "what?");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .containsExactly(
            "attache: no model configured; set model = \"anthropic\" in [agent] of "
                + ownFile()
                + ", or name one with -m (`attache models ls` lists them)",
            "attache: to print the request instead of sending it, add --print");
    assertThat(talk.workspace().directory().resolve(".attache")).doesNotExist();
    assertThat(talk.run("query", "-q", "--json", "what?").errLines()).isEqualTo(run.errLines());
  }

  @Test
  void saysSoToWhomHasNoPlaceForAConfigurationToo() {
    talk.workspace().workspace().environment(Map.of());
    assertThat(talk.run("query", "what?").errLines())
        .element(0)
        .isEqualTo(
            "attache: no model configured; set model = \"anthropic\" in [agent] of your own"
                + " configuration, or name one with -m (`attache models ls` lists them)");
  }

  @Test
  void takesNoVariableForOne() {
    talk.workspace()
        .workspace()
        .environment(Map.of("ATTACHE_MODEL", "ollama", "HOME", temporary.toString()));
    assertThat(talk.run("query", "what?").err()).startsWith("attache: no model configured; ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "query --whole x | --whole needs --print",
        "query --format json x | --format needs --print",
        "query --resources fence x | --resources needs --print",
        "query --line-numbers x | --line-numbers needs --print",
        "query --whole -m ollama x | --whole needs --print",
        "query --print -m ollama x | --model needs --request",
        "query --dry-run -m ollama x | --model needs --request",
        "query -m nosuch x | --model (nosuch) must be " + PROVIDERS,
        "query -m olama/x x | --model (olama) must be " + PROVIDERS + "; did you mean ollama?",
      })
  void saysWhatIsWrong(String line, String message) {
    assertThat(talk.refusal(line.split(" "))).isEqualTo(message);
    assertThat(talk.workspace().directory().resolve(".attache")).doesNotExist();
  }

  @Test
  void isLookedForWhereAFileNamesIt() {
    own("[agent]\nmodel = \"nosuch/x\"\n");
    assertThat(talk.refusal("query", "what?"))
        .isEqualTo(ownFile() + ":2: [agent] model (nosuch) must be " + PROVIDERS);
    assertThat(talk.refusal("query", "-m", "yours", "what?"))
        .as("what is typed goes before all")
        .isEqualTo("--model (yours) must be " + PROVIDERS);
    talk.good("query", "--print", "what?");
  }

  @Test
  void ofAWorkspaceIsOneOfAProviderThatTheUserHasConfigured() {
    own("[agent]\nmodel = \"nosuch/x\"\n");
    theirs("[agent]\nmodel = \"openai-chat/big\"\n");
    CliRun run = talk.run("query", "what?");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.errLines())
        .startsWith(
            "attache: .attache/config.toml:2: [agent] model (openai-chat/big) is not used: your own"
                + " configuration has no [providers.openai-chat]",
            "attache: " + ownFile() + ":2: [agent] model (nosuch) must be " + PROVIDERS);
    own("[agent]\nmodel = \"openai-chat\"\n");
    assertThat(talk.refusal("query", "what?"))
        .as("of the provider that the user asks anyway")
        .startsWith("no key for openai-chat: ");
    own("[agent]\nmodel = \"ollama\"\n[providers.openai-chat]\nkey-env = \"NONE\"\n");
    assertThat(talk.refusal("query", "what?"))
        .as("of one that the user has configured, before the user's own")
        .startsWith("no key for openai-chat: set NONE");
  }

  @Test
  void isAllThatAWorkspaceSaysOfAnAgent() {
    own("[agent]\nmodl = \"x\"\n");
    theirs("[agent]\nmodel = \"ollama\"\nother = 1\n");
    assertThat(talk.good("query", "--print", "--new", "--id", "one", "what?").errLines())
        .containsExactly(
            "attache: " + ownFile() + ":2: unknown setting modl in [agent]; did you mean model?",
            "attache: .attache/config.toml:3: [agent] other is not used; put it into your own file:"
                + " "
                + ownFile(),
            "attache: conversation one, turn 1");
    own("");
    theirs("[agent]\nmodel = 1\n");
    assertThat(talk.refusal("query", "--print", "what?"))
        .isEqualTo(".attache/config.toml:2: [agent] model must be a string that is not empty");
  }
}
