package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Providers of models that somebody else ships in a jar. */
class ModelJarTest {

  private static final String PROFILES =
      "ModelProfiles.parse(\"{\\\"name\\\":\\\"mine\\\",\\\"wire\\\":\\\"my-wire\\\","
          + "\\\"model\\\":\\\"m1\\\",\\\"source\\\":\\\"its page\\\"}\")";

  private static final String BODY =
      """
      return new RequestBody() {
        public void writeTo(java.io.OutputStream out) throws java.io.IOException {
          out.write(("{\\"model\\":\\"" + request.model() + "\\"}").getBytes("UTF-8"));
        }
        public List<Placed> placed() { return List.of(); }
      };
      """;

  private static final String AUTHOR = "; fix it where it is built, or ask its author to";

  @TempDir Path temporary;

  private CommandWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = CommandWorkspace.in(temporary);
  }

  private ForeignJar mine(String render) {
    return ForeignJar.empty(temporary).model("Mine", members("\"mine\"", PROFILES), render);
  }

  private static String members(String name, String profiles) {
    return "public String name() { return "
        + name
        + "; }\npublic ModelProfiles profiles() { return "
        + profiles
        + "; }";
  }

  private Path elsewhere(ForeignJar jar) {
    return jar.write(temporary.resolve("elsewhere/mine.jar"));
  }

  private Path own(ForeignJar jar) {
    return jar.write(workspace.home().resolve("config/attache/handlers/mine.jar"));
  }

  private CliRun with(Path jar, String... line) {
    var all = new java.util.ArrayList<>(List.of(line));
    all.addAll(List.of("--handler-jar", jar.toString()));
    return workspace.run(all.toArray(String[]::new));
  }

  private CliRun ask(Path jar, String provider) {
    return with(jar, "query", "--print", "--new", "--id", "talk", "--request", provider, "Look.");
  }

  @Test
  void isUsedLikeOursForOneRun() {
    Path jar = elsewhere(mine(BODY));
    CliRun list = with(jar, "models", "ls");
    assertThat(list.err()).isEmpty();
    assertThat(list.outLines()).anyMatch(line -> line.matches("mine +my-wire +m1"));
    assertThat(with(jar, "models", "show", "mine/m2", "--json").json().get(0).get("source"))
        .hasToString("\"its page\"");
    CliRun asked = ask(jar, "mine");
    assertThat(asked.exitCode()).isZero();
    assertThat(asked.out()).isEqualTo("{\"model\":\"m1\"}\n");
    CliRun printed = with(jar, "conversation", "print", "--request", "mine", "--model", "m3");
    assertThat(printed.out()).isEqualTo("{\"model\":\"m3\"}\n");
    assertThat(printed.err()).isEmpty();
    assertThat(workspace.run("models", "ls").out()).doesNotContain("mine");
  }

  @Test
  void isAKindForTheConfiguration() throws IOException {
    Path jar = elsewhere(mine(BODY));
    Path config =
        Files.writeString(
            temporary.resolve("own.toml"),
            "[providers.local]\nkind = \"mine\"\nmodel = \"small\"\n");
    CliRun asked = with(jar, "models", "show", "local", "--config", config.toString());
    assertThat(asked.err()).isEmpty();
    assertThat(asked.outLines()).anyMatch(line -> line.matches("model +small"));
  }

  @Test
  void isNothingThatAWorkspaceCanHaveAsked() {
    Path jar = elsewhere(mine(BODY));
    workspace.workspace().file(".attache/config.toml", "[agent]\nmodel = \"mine\"\n");
    assertThat(with(jar, "query", "Look.").err())
        .startsWith(
            "attache: .attache/config.toml:2: [agent] model (mine) is not used: your own"
                + " configuration has no [providers.mine]\n");
    assertThat(with(jar, "query", "-m", "mine", "Look.").err())
        .startsWith("attache: nothing here connects to models of mine\n");
  }

  @Test
  void costsTheOthersOfItsJarNothingIfItFails() {
    Path jar =
        elsewhere(
            mine(BODY)
                .model(
                    "Unmade",
                    "public Unmade() { throw new IllegalStateException(\"no key\"); }"
                        + members("\"a\"", PROFILES),
                    BODY)
                .model(
                    "Unnamed",
                    members("System.getenv().values().toArray()[-1] + \"\"", PROFILES),
                    BODY)
                .model("Null", members("null", PROFILES), BODY)
                .model("Loud", members("\"My Model\\n\"", PROFILES), BODY)
                .model("Unknown", members("\"b\"", "ModelProfiles.parse(\"{}\")"), BODY)
                .model("Lost", members("\"c\"", "ModelProfiles.of(Lost.class, \"no.json\")"), BODY)
                .model("Empty", members("\"d\"", "null"), BODY)
                .source("Plain", "package ext; public class Plain {}")
                .namesModel("ext.Plain")
                .namesModel("ext.Missing"));
    CliRun run = with(jar, "models", "ls");
    assertThat(run.exitCode()).isZero();
    assertThat(run.outLines()).anyMatch(line -> line.startsWith("mine "));
    String services = "META-INF/services/dev.attache.model.ModelProvider";
    assertThat(run.errLines())
        .containsExactlyInAnyOrder(
            problem(
                "Unmade",
                "its constructor failed: java.lang.IllegalStateException: no key" + AUTHOR),
            problem(
                "Unnamed",
                "its name is not usable: Index -1 out of bounds for length "
                    + System.getenv().size()
                    + AUTHOR),
            problem(
                "Null",
                "its name (null) must have 1 to 64 lower-case letters, digits, _ and -" + AUTHOR),
            problem(
                "Loud",
                "its name (\"My Model\") must have 1 to 64 lower-case letters, digits, _ and -"
                    + AUTHOR),
            problem("Unknown", "its profiles are not usable: /model is missing" + AUTHOR),
            problem(
                "Lost",
                "its profiles are not usable: no.json is not in the jar of ext.Lost" + AUTHOR),
            problem("Empty", "its profiles are null" + AUTHOR),
            problem(
                "Plain",
                "it does not implement dev.attache.model.ModelProvider; make it implement that, or"
                    + " remove its name from "
                    + services),
            problem(
                "Missing",
                "the class is missing; add the class to the jar, or remove its name from "
                    + services));
    assertThat(with(jar, "handlers", "doctor").outLines())
        .contains(
            problem("Empty", "its profiles are null").substring("attache: ".length()),
            "fix" + AUTHOR.replace(";", ":"));
    assertThat(ask(jar, "mine").out()).isEqualTo("{\"model\":\"m1\"}\n");
  }

  private String problem(String name, String problem) {
    return "attache: handler ext."
        + name
        + " of "
        + temporary.resolve("elsewhere/mine.jar")
        + " cannot be used: "
        + problem;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          throw new IllegalStateException("no\\nkey"); \
          | java.lang.IllegalStateException: no key
          throw new NoClassDefFoundError("a/B"); | java.lang.NoClassDefFoundError: a/B
          return render(request); | java.lang.StackOverflowError
          return null; | java.lang.IllegalStateException: it returned null
          """)
  void isNamedIfItFailsToRender(String render, String reason) {
    Path jar = elsewhere(mine(render));
    String failed = "the model provider ext.Mine of " + jar + " failed: " + reason;
    CliRun asked = ask(jar, "mine");
    assertThat(asked.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(asked.out()).isEmpty();
    assertThat(asked.errLines())
        .last()
        .isEqualTo(
            "attache: turn 1 was recorded, but its result cannot be printed: "
                + failed
                + "; print it with attache conversation print");
    CliRun printed = with(jar, "conversation", "print", "--request", "mine");
    assertThat(printed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(printed.out()).isEmpty();
    assertThat(printed.err()).isEqualTo("attache: " + failed + "\n");
  }

  @ParameterizedTest
  @CsvSource({
    "return List.of();, throw new IllegalStateException();",
    "throw new IllegalStateException();, out.write(0);"
  })
  void isNamedIfItsBodyFails(String placed, String write) {
    String body =
        "return new RequestBody() { public void writeTo(java.io.OutputStream out) throws"
            + " java.io.IOException { "
            + write
            + " } public List<Placed> placed() { "
            + placed
            + " } };";
    Path jar = elsewhere(mine(body));
    ask(jar, "mine");
    CliRun printed = with(jar, "conversation", "print", "--request", "mine");
    assertThat(printed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(printed.err())
        .isEqualTo(
            "attache: the model provider ext.Mine of "
                + jar
                + " failed: java.lang.IllegalStateException\n");
  }

  @Test
  void isNotUsedInPlaceOfOneOfOurs() {
    Path jar =
        elsewhere(
            ForeignJar.empty(temporary)
                .model(
                    "Rival",
                    "public Rival() { System.setProperty(\"attache.test.rival\", \"\"); }"
                        + members("\"ollama\"", PROFILES),
                    BODY));
    CliRun asked = ask(jar, "ollama");
    assertThat(asked.out()).contains("Look.").doesNotContain("m1");
    assertThat(System.getProperty("attache.test.rival")).as("ran for nothing").isNull();
    CliRun list = with(jar, "models", "ls");
    System.clearProperty("attache.test.rival");
    assertThat(list.outLines()).anyMatch(line -> line.matches("ollama +ollama +qwen3-vl"));
    assertThat(list.err())
        .isEqualTo(
            "attache: the model provider ollama of "
                + jar
                + " is not used: Attaché has one of that name\n");
  }

  @Test
  void isUsedFromTheUsersFolderOnceItIsTrusted() throws IOException {
    Path jar = own(mine(BODY));
    String untrusted =
        "attache: "
            + jar
            + " is not trusted yet, so its model providers are not used; review it, then trust it"
            + " with: attache handlers trust "
            + jar;
    CliRun before = workspace.run("models", "ls");
    assertThat(before.out()).doesNotContain("mine");
    assertThat(before.err()).isEqualTo(untrusted + "\n");
    CliRun refused = workspace.run("models", "show", "mine");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.errLines().get(0)).isEqualTo(untrusted);
    assertThat(refused.errLines().get(1))
        .startsWith("attache: PROVIDER (mine) must be anthropic, ");
    assertThat(workspace.run("handlers", "ls").out())
        .contains("not used: " + jar + " is not trusted yet\n");
    CliRun trust = workspace.run("handlers", "trust", "--yes", jar.toString());
    assertThat(trust.exitCode()).as(trust.err()).isZero();
    assertThat(trust.errLines())
        .contains("schemes: none, it adds model providers", "classes: ext.Mine");
    assertThat(trust.out()).isEqualTo("trusted: " + jar + "  (adds model providers)\n");
    assertThat(workspace.run("models", "ls").err()).isEmpty();
    CliRun asked = workspace.run("query", "--print", "--new", "--request", "mine", "Look.");
    assertThat(asked.out()).isEqualTo("{\"model\":\"m1\"}\n");
    mine("return null;").write(jar);
    CliRun changed = workspace.run("models", "ls");
    assertThat(changed.out()).doesNotContain("mine");
    assertThat(changed.err()).contains(jar + " has changed since you trusted it on ");
  }

  @Test
  void isNotTrustedIfItDoesNotWork() {
    Path jar = own(ForeignJar.empty(temporary).model("Mine", members("\"\"", PROFILES), BODY));
    CliRun trust = workspace.run("handlers", "trust", "--yes", jar.toString());
    assertThat(trust.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(trust.out()).isEmpty();
    assertThat(trust.errLines())
        .last()
        .isEqualTo(
            "attache: handler ext.Mine of "
                + jar
                + " cannot be used: its name (\"\") must have 1 to 64 lower-case letters, digits, _"
                + " and -"
                + AUTHOR);
  }

  @Test
  void standsBesideARendererAndAHandler() {
    Path jar = own(mine(BODY).renderer("Moon", "moon.phase", "return List.of(\"( )\");"));
    assertThat(workspace.run("models", "ls").err())
        .contains(" so its renderers of results and model providers are not used; ");
    assertThat(workspace.run("handlers", "trust", "--yes", jar.toString()).out())
        .isEqualTo("trusted: " + jar + "  (shows results of tools and adds model providers)\n");
    Path all =
        elsewhere(
            ForeignJar.of(temporary, "Sun", "sun", "up")
                .model("Mine", members("\"mine\"", PROFILES), BODY));
    assertThat(with(all, "resolve", "sun:now").out()).contains("up sun:now");
    assertThat(with(all, "models", "ls").out()).contains("mine");
  }
}
