package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code attache plan --for PROVIDER --exact}, against a provider on this computer. */
@Tag("network")
class PlanExactTest {

  private static final String KEY = "sk-very-secret-7f3a9c";

  private static final Answer COUNTED = Answer.json(200, "{\"input_tokens\":2095}");

  @TempDir Path temporary;

  private final FakeProvider provider = FakeProvider.start();
  private TestWorkspace workspace;

  @BeforeEach
  void lay() throws IOException {
    workspace =
        TestWorkspace.in(Files.createDirectories(temporary.resolve("work")))
            .file("main.rs", "fn main() {}\n")
            .file("notes.md", "# Notes\n")
            .environment(
                Map.of("ANTHROPIC_API_KEY", KEY, "OPENAI_API_KEY", KEY, "GEMINI_API_KEY", KEY));
    var config = new StringBuilder();
    for (String name :
        List.of("anthropic", "openai-responses", "openai-chat", "gemini", "ollama")) {
      config.append("[providers." + name + "]\nbase-url = \"" + provider.url() + "\"\n");
    }
    Files.writeString(temporary.resolve("own.toml"), config);
  }

  @AfterEach
  void close() {
    provider.close();
  }

  private CliRun plan(String model, String... more) {
    var line = new ArrayList<>(List.of("plan", "--exact", "--for", model));
    line.addAll(List.of("--config", temporary.resolve("own.toml").toString()));
    line.addAll(List.of(more));
    return workspace.run(line.toArray(String[]::new));
  }

  @Test
  void hasTheProviderCountAllInOneMessage() {
    provider.answer(COUNTED);
    CliRun run = plan("anthropic/claude-opus-5", "main.rs", "notes.md");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .isEqualTo(
            "attache: sending the contents of 2 items to anthropic, which counts their tokens\n");
    assertThat(run.outLines()).hasSize(5);
    assertThat(run.outLines().get(3)).contains(" ≈ ", " tokens for anthropic/claude-opus-5; ");
    assertThat(run.outLines().get(4))
        .isEqualTo("2095 tokens for anthropic/claude-opus-5 as counted by the provider");
    assertThat(provider.requests()).hasSize(1);
    FakeProvider.Received request = provider.requests().get(0);
    assertThat(request.line()).isEqualTo("POST /v1/messages/count_tokens HTTP/1.1");
    assertThat(request.headers()).containsEntry("x-api-key", KEY);
    assertThat(request.body())
        .startsWith("{\"model\":\"claude-opus-5\",\"messages\":[{\"role\":\"user\",\"content\":[")
        .contains("fn main() {}", "# Notes")
        .doesNotContain("max_tokens");
    assertThat(request.body().indexOf("fn main")).isLessThan(request.body().indexOf("# Notes"));
  }

  @ParameterizedTest
  @CsvSource({
    "openai-responses/m, /responses/input_tokens, {\"input_tokens\":7}",
    "gemini/m, /v1beta/models/m:countTokens, {\"totalTokens\":7}"
  })
  void asksEachProviderInItsOwnWay(String model, String path, String answer) {
    provider.answer(Answer.json(200, answer));
    CliRun run = plan(model, "main.rs");
    assertThat(run.outLines())
        .last()
        .isEqualTo("7 tokens for " + model + " as counted by the provider");
    assertThat(run.err()).contains("sending the contents of 1 item to ");
    assertThat(provider.requests().get(0).line()).isEqualTo("POST " + path + " HTTP/1.1");
    assertThat(provider.requests().get(0).body()).contains("fn main() {}");
  }

  @Test
  void isTheLastObjectForPrograms() {
    provider.answer(COUNTED);
    List<JsonNode> objects = plan("anthropic", "--json", "main.rs", "cmd:git log").json();
    assertThat(objects).hasSize(3);
    assertThat(objects.get(2))
        .hasToString(
            "{\"action\":\"total\",\"model\":\"anthropic/claude-opus-5-5\",\"exactTokens\":2095,"
                + "\"uncounted\":1}");
  }

  @Test
  void countsOnlyWhatFitsIntoALimitAndWasRead() {
    provider.answer(COUNTED);
    workspace.file("src/large.rs", "x".repeat(4000));
    CliRun run = plan("anthropic", "--max-tokens", "300", "main.rs", "src", "cmd:git log");
    assertThat(run.outLines())
        .last()
        .isEqualTo(
            "2095 tokens for anthropic/claude-opus-5-5 as counted by the provider, without 1 item"
                + " that no plan reads");
    assertThat(provider.requests().get(0).body()).contains("fn main").doesNotContain("xxxx");
  }

  @Test
  void decidesOnTheBudget() {
    provider.answer(COUNTED, COUNTED);
    CliRun above = plan("anthropic", "--token-budget", "2094", "main.rs");
    assertThat(above.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(above.errLines())
        .last()
        .isEqualTo("attache: the plan costs 2095 tokens, more than --token-budget 2094");
    assertThat(plan("anthropic", "--token-budget", "2095", "main.rs").exitCode()).isZero();
  }

  @Test
  void sendsNothingForNothing() {
    CliRun run = plan("anthropic", "cmd:git log");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.outLines()).last().asString().startsWith("0 tokens for anthropic/");
    assertThat(provider.requests()).isEmpty();
  }

  @Test
  void namesTheKeyThatIsMissing() {
    workspace.environment(Map.of());
    CliRun run = plan("anthropic", "main.rs");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines().get(0))
        .isEqualTo(
            "attache: no key for anthropic: set ANTHROPIC_API_KEY, or key-command in"
                + " [providers.anthropic] of your own configuration");
    assertThat(provider.requests()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"ollama", "openai-chat"})
  void saysWhoDoesNotCount(String name) {
    CliRun run = plan(name, "main.rs");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines().get(0))
        .isEqualTo(
            "attache: " + name + " does not count tokens; leave out --exact for an estimate");
    assertThat(provider.requests()).isEmpty();
  }

  @Test
  void failsWithThePlanIfTheProviderCannotBeAsked() {
    provider.answer(
        Answer.json(
            401,
            "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid"
                + " x-api-key "
                + KEY
                + "\"}}"));
    CliRun refused = plan("anthropic", "main.rs", "--token-budget", "1");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.outLines()).hasSize(3);
    assertThat(refused.errLines()).hasSize(2);
    assertThat(refused.errLines().get(1)).startsWith("attache: anthropic: ").doesNotContain(KEY);
    assertThat(refused.errLines().get(1)).contains("invalid x-api-key");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          plan --exact main.rs                            | --exact needs --for
          plan --exact --for anthropic --offline main.rs  | --exact cannot be combined with --offline
          """)
  void isRefusedWhereNobodyCanBeAsked(String line, String message) {
    CliRun run = workspace.run(line.split(" "));
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.errLines().get(0)).isEqualTo("attache: " + message);
  }

  @Test
  void leavesNoKeyAnywhere() throws IOException {
    provider.answer(COUNTED, Answer.json(400, "{\"error\":{\"message\":\"" + KEY + "\"}}"));
    String said = "";
    for (int i = 0; i < 2; i++) {
      CliRun run = plan("anthropic", "main.rs", "-v");
      said += run.out() + run.err();
    }
    assertThat(said).contains("2095 tokens").doesNotContain(KEY);
    try (Stream<Path> files = Files.walk(temporary)) {
      assertThat(files.filter(Files::isRegularFile))
          .allSatisfy(file -> assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(KEY));
    }
  }
}
