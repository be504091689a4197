package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.AnthropicStream;
import dev.attache.test.ChatStream;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache models test}, against a provider on this computer. */
@Tag("network")
class ModelTestCommandTest {

  private static final String KEY = "sk-very-secret-7f3a9c";

  private static final String ANTHROPIC = AnthropicStream.says("OK");

  @TempDir Path temporary;

  private final FakeProvider provider = FakeProvider.start();
  private TestWorkspace workspace;

  @BeforeEach
  void configure() throws IOException {
    workspace = TestWorkspace.in(Files.createDirectories(temporary.resolve("work")));
    config("");
  }

  @AfterEach
  void close() {
    provider.close();
  }

  private void config(String more) throws IOException {
    Files.writeString(
        temporary.resolve("own.toml"),
        "[providers.anthropic]\nbase-url = \""
            + provider.url()
            + "\"\n"
            + more
            + "\n[providers.local]\nkind = \"openai-compatible\"\nbase-url = \""
            + provider.url()
            + "/v1\"\nmodel = \"small\"\n");
  }

  private CliRun test(String model, String... more) {
    var line =
        new ArrayList<>(
            List.of("models", "test", model, "--config", temporary.resolve("own.toml").toString()));
    line.addAll(List.of(more));
    return workspace.run(line.toArray(String[]::new));
  }

  @Test
  void printsWhatTheModelAnswers() {
    workspace.environment(Map.of("ANTHROPIC_API_KEY", KEY));
    provider.answer(Answer.events(ANTHROPIC), Answer.events(ANTHROPIC));
    CliRun run = test("anthropic/claude-opus-5");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).matches("anthropic/claude-opus-5 answered in .*: OK\n");
    JsonNode json = test("anthropic", "--json").json().get(0);
    assertThat(json.get("text").textValue()).isEqualTo("OK");
    assertThat(json.get("inputTokens").longValue()).isEqualTo(132);
    assertThat(json.get("outputTokens").longValue()).isEqualTo(89);
    assertThat(provider.requests())
        .hasSize(2)
        .allSatisfy(
            request -> {
              assertThat(request.headers()).containsEntry("x-api-key", KEY);
              assertThat(request.body()).contains("one word OK").doesNotContain(KEY);
            });
  }

  @Test
  void asksAServerAtHomeWithoutAKey() {
    provider.answer(Answer.events(ChatStream.says("OK")));
    CliRun run = test("local");
    assertThat(run.out()).matches("local/small answered in .*: OK\n");
    assertThat(provider.requests().get(0).line()).startsWith("POST /v1/chat/completions ");
    assertThat(provider.requests().get(0).headers()).doesNotContainKey("authorization");
  }

  @Test
  void usesTheOthersIfOneThatConnectsCannotBeLoaded() throws IOException {
    Path classes = Files.createDirectories(temporary.resolve("classes"));
    String service = "META-INF/services/" + ModelConnector.class.getName();
    Path services = classes.resolve(service);
    Files.createDirectories(services.getParent());
    Files.writeString(
        services, "ext.Missing\n" + NoConnector.class.getName() + "\n" + Unmade.class.getName());
    provider.answer(Answer.events(ChatStream.says("OK")));
    CliRun run = seeingFirst(classes, () -> test("local"));
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).matches("local/small answered in .*: OK\n");
    String name = ModelConnector.class.getName();
    assertThat(run.errLines())
        .containsExactly(
            "attache: a model connector cannot be loaded: "
                + name
                + ": Provider ext.Missing not"
                + " found",
            "attache: a model connector cannot be loaded: "
                + name
                + ": "
                + NoConnector.class.getName()
                + " not a subtype",
            "attache: a model connector cannot be loaded: "
                + name
                + ": Provider "
                + Unmade.class.getName()
                + " could not be instantiated (java.lang.IllegalStateException: no licence)");
    Files.writeString(services, "two words\n");
    provider.answer(Answer.events(ChatStream.says("OK")));
    run = seeingFirst(classes, () -> test("local"));
    assertThat(run.exitCode()).isZero();
    assertThat(run.errLines()).hasSize(1);
    assertThat(run.err()) // newer JDKs quote the line as well
        .startsWith(
            "attache: a model connector cannot be loaded: "
                + name
                + ": "
                + services.toUri().toURL()
                + ":1: Illegal configuration-file syntax");
  }

  /** What says that it is a connector. */
  public static final class NoConnector {}

  /** What fails where it is made. */
  public static final class Unmade implements ModelConnector {

    public Unmade() {
      throw new IllegalStateException("no licence");
    }

    @Override
    public String name() {
      return "openai-compatible";
    }

    @Override
    public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings)
        throws ModelException {
      throw ModelException.of(Kind.REFUSED, "no licence");
    }

    @Override
    public OptionalLong countTokens(
        ModelRequest request, RequestBody body, ModelSettings settings) {
      return OptionalLong.empty();
    }

    @Override
    public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings) {
      return List.of();
    }
  }

  /** Does something in a program whose class path begins with a folder. */
  private static CliRun seeingFirst(Path folder, Supplier<CliRun> work) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (var loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, before) {
          @Override
          public Enumeration<URL> getResources(String name) throws IOException {
            List<URL> all = new ArrayList<>(Collections.list(findResources(name)));
            all.addAll(Collections.list(before.getResources(name)));
            return Collections.enumeration(all);
          }
        }) {
      thread.setContextClassLoader(loader);
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void saysWhichKeyIsMissing() {
    CliRun run = test("anthropic");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.errLines().get(0))
        .isEqualTo(
            "attache: no key for anthropic: set ANTHROPIC_API_KEY, or key-command in"
                + " [providers.anthropic] of your own configuration");
    assertThat(provider.requests()).isEmpty();
  }

  @Test
  void takesTheKeyFromAProgram() throws IOException {
    config("key-command = [\"echo\", \"" + KEY + "\"]");
    provider.answer(Answer.events(ANTHROPIC));
    CliRun run = test("anthropic", "-v");
    assertThat(run.exitCode()).isZero();
    assertThat(provider.requests().get(0).headers()).containsEntry("x-api-key", KEY);
    assertThat(run.out() + run.err()).doesNotContain(KEY);
  }

  @Test
  void saysWhyAProgramGivesNoKey() throws IOException {
    config("key-command = [\"false\"]");
    assertThat(test("anthropic").errLines().get(0))
        .isEqualTo("attache: [providers.anthropic] key-command gave no key: it exited with 1");
    config("key-command = [\"printf\", \"a\\\\nb\\\\n\"]");
    assertThat(test("anthropic").errLines().get(0))
        .isEqualTo(
            "attache: [providers.anthropic] key-command gave no key: it must print the key on one"
                + " line, and nothing else");
    config("key-command = [\"no-such-program-here\"]");
    assertThat(test("anthropic").errLines().get(0))
        .isEqualTo(
            "attache: [providers.anthropic] key-command gave no key: no-such-program-here cannot be"
                + " started");
  }

  @Test
  void triesAgainWhenTheProviderAsksForIt() {
    workspace.environment(Map.of("ANTHROPIC_API_KEY", KEY));
    provider.answer(
        Answer.json(
                429,
                "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow"
                    + " down\"}}")
            .header("Retry-After", "1"),
        Answer.events(ANTHROPIC));
    CliRun run = test("anthropic");
    assertThat(run.exitCode()).isZero();
    assertThat(run.errLines()).hasSize(1);
    assertThat(run.errLines().get(0)).contains("slow down").contains("; trying again in ");
    assertThat(provider.requests()).hasSize(2);
  }

  @Test
  void saysOnOneLineWhatTheProviderRefuses() {
    workspace.environment(Map.of("ANTHROPIC_API_KEY", KEY));
    provider.answer(
        Answer.json(
            401,
            "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid"
                + " x-api-key "
                + KEY
                + "\"}}"));
    CliRun run = test("anthropic", "-v");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines()).hasSize(1);
    assertThat(run.err()).startsWith("attache: anthropic: ").doesNotContain(KEY);
  }

  @Test
  void takesNoKeyOrAddressFromAWorkspace() {
    workspace.file(
        ".attache/config.toml",
        "[providers.anthropic]\nbase-url = \"http://127.0.0.1:9\"\nkey-env = \"PATH\"\n");
    workspace.environment(Map.of("ANTHROPIC_API_KEY", KEY));
    provider.answer(Answer.events(ANTHROPIC));
    assertThat(test("anthropic").exitCode()).isZero();
    assertThat(provider.requests().get(0).headers()).containsEntry("x-api-key", KEY);
  }

  @Test
  void leavesNoKeyInAnyFileOrOutput() throws IOException {
    workspace.file("a.txt", "one\n").environment(Map.of("ANTHROPIC_API_KEY", KEY, "HOME", "."));
    provider.answer(
        Answer.events(ANTHROPIC),
        Answer.json(400, "{\"error\":{\"message\":\"bad header x-api-key: " + KEY + "\"}}"),
        Answer.json(500, KEY).header("request-id", KEY),
        Answer.closed());
    var said = new StringBuilder();
    for (String line :
        List.of(
            "models test anthropic",
            "models test anthropic",
            "models test anthropic",
            "models ls",
            "models show anthropic",
            "models show anthropic --json",
            "query --new --id talk -a a.txt --request anthropic Look.",
            "conversation print --request openai-chat",
            "conversation print --json",
            "conversation show",
            "plan --for anthropic",
            "resolve",
            "resolve --json",
            "tool ls",
            "mcp ls",
            "handlers ls",
            "handlers doctor",
            "trust ls",
            "store verify",
            "store du")) {
      var words = new ArrayList<>(List.of(line.split(" ")));
      words.addAll(List.of("-v", "--config", temporary.resolve("own.toml").toString()));
      CliRun run = workspace.run(words.toArray(String[]::new));
      said.append(run.out()).append(run.err());
    }
    assertThat(provider.requests()).hasSizeGreaterThan(2);
    assertThat(said.toString()).contains("OK", "Look.").doesNotContain(KEY);
    try (Stream<Path> files = Files.walk(temporary)) {
      assertThat(files.filter(Files::isRegularFile))
          .hasSizeGreaterThan(3)
          .allSatisfy(file -> assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(KEY));
    }
  }

  @Test
  void saysWhatIsWrongWithAnAddress() throws IOException {
    Files.writeString(
        temporary.resolve("own.toml"), "[providers.anthropic]\nbase-url = \"ftp://x\"\n");
    assertThat(test("anthropic").errLines().get(0))
        .endsWith("own.toml:2: [providers.anthropic] base-url must be an http or https URL");
  }
}
