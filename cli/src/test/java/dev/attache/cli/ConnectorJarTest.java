package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models of somebody else's provider, asked through the connector of the same jar. */
@Tag("network")
class ConnectorJarTest {

  private static final String KEY = "sk-very-secret-7f3a9c";

  private static final String MEMBERS =
      """
      public String name() { return "mine"; }
      public ModelProfiles profiles() {
        return ModelProfiles.parse(
            "{\\"name\\":\\"mine\\",\\"wire\\":\\"w\\",\\"model\\":\\"m1\\",\\"source\\":\\"s\\"}");
      }
      """;

  private static final String BODY =
      """
      return new RequestBody() {
        public void writeTo(java.io.OutputStream out) throws java.io.IOException {
          out.write(("{\\"model\\":\\"" + request.model() + "\\"}").getBytes("UTF-8"));
        }
        public List<Placed> placed() { return List.of(); }
      };
      """;

  /** Sends the body with the client of the JDK, and takes all that is answered as the text. */
  private static final String OPEN =
      """
      var bytes = new java.io.ByteArrayOutputStream();
      String text;
      try {
        body.writeTo(bytes);
        var sent = java.net.http.HttpRequest.newBuilder(settings.baseUrl())
            .header("x-key", settings.key().get())
            .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(bytes.toByteArray()))
            .build();
        text = java.net.http.HttpClient.newHttpClient()
            .send(sent, java.net.http.HttpResponse.BodyHandlers.ofString()).body();
      } catch (java.io.IOException | InterruptedException e) {
        throw ModelException.of(ModelException.Kind.NETWORK, "no answer", e);
      }
      var events = new ArrayDeque<ModelEvent>(List.of(
          new ModelEvent.TextDelta(text), new ModelEvent.Finished(ModelEvent.Stop.END, null)));
      return new ModelCall() {
        public ModelEvent next() { return events.poll(); }
        public String requestId() { return null; }
        public void cancel() {}
        public void close() {}
      };
      """;

  private static final String UNCOUNTED = "return OptionalLong.empty();";

  @TempDir Path temporary;

  private final FakeProvider provider = FakeProvider.start();
  private CommandWorkspace workspace;

  @BeforeEach
  void configure() throws IOException {
    workspace = CommandWorkspace.in(temporary);
    Files.writeString(
        temporary.resolve("own.toml"),
        "[providers.local]\nkind = \"mine\"\nmodel = \"small\"\nbase-url = \""
            + provider.url()
            + "\"\nkey-command = [\"echo\", \""
            + KEY
            + "\"]\n");
  }

  @AfterEach
  void close() {
    provider.close();
  }

  private ForeignJar mine() {
    return ForeignJar.empty(temporary).model("Mine", MEMBERS, BODY);
  }

  private Path elsewhere(ForeignJar jar) {
    return jar.write(temporary.resolve("elsewhere/mine.jar"));
  }

  private CliRun run(String... line) {
    var all = new ArrayList<>(List.of(line));
    all.addAll(List.of("--config", temporary.resolve("own.toml").toString()));
    return workspace.run(all.toArray(String[]::new));
  }

  private CliRun with(Path jar, String... line) {
    var all = new ArrayList<>(List.of(line));
    all.addAll(List.of("--handler-jar", jar.toString()));
    return run(all.toArray(String[]::new));
  }

  @Test
  void areAskedOnceTheJarIsNamedOrTrusted() {
    ForeignJar jar = mine().connector("Line", "\"mine\"", OPEN, UNCOUNTED);
    provider.answer(Answer.json(200, "OK"), Answer.json(200, "Yes."));
    CliRun named = with(elsewhere(jar), "models", "test", "local", "-v");
    assertThat(named.err()).isEmpty();
    assertThat(named.out()).matches("local/small answered in .*: OK\n");
    Path own = jar.write(workspace.home().resolve("config/attache/handlers/mine.jar"));
    CliRun untrusted = run("models", "test", "local");
    assertThat(untrusted.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(untrusted.err()).contains(own + " is not trusted yet");
    assertThat(run("handlers", "trust", "--yes", own.toString()).exitCode()).isZero();
    CliRun trusted = run("models", "test", "local/big");
    assertThat(trusted.err()).isEmpty();
    assertThat(trusted.out()).matches("local/big answered in .*: Yes\\.\n");
    assertThat(provider.requests())
        .extracting(FakeProvider.Received::body)
        .containsExactly("{\"model\":\"small\"}", "{\"model\":\"big\"}");
    assertThat(provider.requests())
        .allSatisfy(each -> assertThat(each.headers()).containsEntry("x-key", KEY));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          throw new IllegalStateException("bad\\nkey " + settings.key().get()); \
          | FAILED java.lang.IllegalStateException: bad key REDACTED
          throw ModelException.of(ModelException.Kind.AUTH, "no\\n" + settings.key().get()); \
          | no REDACTED
          throw new NoClassDefFoundError("a/B"); | FAILED java.lang.NoClassDefFoundError: a/B
          return open(request, body, settings); | FAILED java.lang.StackOverflowError
          return null; | FAILED java.lang.IllegalStateException: it returned null
          """)
  void areNamedIfTheConnectorFails(String open, String reason) {
    Path jar = elsewhere(mine().connector("Line", "\"mine\"", open, UNCOUNTED));
    CliRun failed = with(jar, "models", "test", "local", "-v");
    assertThat(failed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err())
        .isEqualTo(
            "attache: local: "
                + reason.replace("FAILED", "the model connector ext.Line of " + jar + " failed:")
                + "\n");
  }

  @Test
  void areAskedToCountAsOursAre() {
    workspace.workspace().file("a.txt", "one\n");
    String count = "return OptionalLong.of(request.messages().get(0).parts().size() * 100L);";
    Path jar = elsewhere(mine().connector("Line", "\"mine\"", OPEN, count));
    CliRun counted = with(jar, "plan", "--for", "local", "--exact", "a.txt");
    assertThat(counted.outLines())
        .last()
        .isEqualTo("100 tokens for local/small as counted by the provider");
    Path without = mine().connector("Line", "\"mine\"", OPEN, UNCOUNTED).write(jar);
    CliRun failed = with(without, "plan", "--for", "local", "--exact", "a.txt");
    assertThat(failed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(failed.errLines())
        .last()
        .isEqualTo("attache: local: it does not count tokens; leave out --exact for an estimate");
  }

  @Test
  void areRenderedAllTheSameIfTheConnectorCannotBeUsed() {
    Path jar =
        elsewhere(
            mine()
                .connector("Other", "\"others\"", OPEN, UNCOUNTED)
                .connector("Loud", "\"My Model\"", OPEN, UNCOUNTED)
                .namesConnector("ext.Missing"));
    CliRun failed = with(jar, "models", "test", "local");
    assertThat(failed.exitCode()).isEqualTo(ExitCode.USAGE);
    String connectors = "META-INF/services/dev.attache.model.call.ModelConnector";
    assertThat(failed.errLines().subList(0, 4))
        .containsExactly(
            problem(
                jar,
                "Loud",
                "its name (\"My Model\") must have 1 to 64 lower-case letters, digits, _ and -;"
                    + " fix it where it is built, or ask its author to"),
            problem(
                jar,
                "Missing",
                "the class is missing; add the class to the jar, or remove its name from "
                    + connectors),
            problem(
                jar,
                "Other",
                "its name \"others\" is not that of a model provider of the jar; give it the name"
                    + " of the provider that it connects to"),
            "attache: nothing here connects to models of mine");
    CliRun asked = with(jar, "query", "--new", "--request", "local", "Look.");
    assertThat(asked.out()).isEqualTo("{\"model\":\"small\"}\n");
    CliRun trust = run("handlers", "trust", "--yes", jar.toString());
    assertThat(trust.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  private static String problem(Path jar, String name, String problem) {
    return "attache: handler ext." + name + " of " + jar + " cannot be used: " + problem;
  }
}
