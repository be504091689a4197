package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests in the words of providers: models.md, section 3. */
class ModelsTest {

  private static final byte[] HEIC = "\0\0\0\u0018ftypheic\0\0\0\0mif1heic".getBytes(ISO_8859_1);
  private static final byte[] BROKEN = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 26, '\n', 0, 0};

  private static final byte[] PDF =
      """
      %PDF-1.4
      1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
      2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
      3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
      trailer<</Root 1 0 R/Size 4>>
      startxref
      0
      %%EOF
      """
          .getBytes(ISO_8859_1);

  @TempDir Path temporary;

  private TestWorkspace workspace;

  @BeforeEach
  void lay() throws IOException {
    var png = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(30, 20, BufferedImage.TYPE_INT_RGB), "png", png);
    workspace =
        TestWorkspace.in(temporary)
            .file("main.rs", "fn main() {}\n")
            .file("logo.png", png.toByteArray())
            .file("broken.png", BROKEN)
            .file("spec.pdf", PDF)
            .file("x.heic", HEIC);
  }

  private CliRun ask(String provider, String... more) {
    var line =
        new ArrayList<>(
            List.of("query", "--print", "--new", "--id", "talk", "--request", provider));
    line.addAll(List.of(more));
    line.add("Look.");
    return workspace.run(line.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anthropic",
        "openai-responses",
        "openai-chat",
        "openai-compatible",
        "openrouter",
        "gemini",
        "ollama"
      })
  void printsTheBodyOfARequestAndTheSameAgain(String provider) {
    CliRun asked = ask(provider, "-a", "main.rs", "-a", "logo.png");
    assertThat(asked.exitCode()).isZero();
    assertThat(asked.outLines()).hasSize(1);
    assertThat(asked.out()).contains("fn main() {}\\n", "refresh_resource", "Look.");
    CliRun printed = workspace.run("conversation", "print", "--request", provider);
    assertThat(printed.out()).isEqualTo(asked.out());
    assertThat(printed.err()).isEmpty();
    workspace.run("query", "--print", "-a", "main.rs", "--request", provider, "Again.");
    String longer = workspace.run("conversation", "print", "--request", provider).out();
    assertThat(withoutMarks(longer)).startsWith(beginning(withoutMarks(asked.out())));
  }

  private static String withoutMarks(String body) {
    return body.replaceAll(",?\"cache_control\":\\{[^}]*}", "");
  }

  private static String beginning(String body) {
    return body.strip().replaceFirst("[\\]}\"]*$", "");
  }

  @Test
  void putsALineInThePlaceOfWhatAModelCannotBeGivenAndSaysSo() {
    CliRun asked = ask("anthropic", "-a", "broken.png", "-a", "x.heic");
    assertThat(asked.exitCode()).isZero();
    JsonNode content = asked.json().get(0).at("/messages/0/content");
    assertThat(content.get(0).get("text").textValue())
        .startsWith("[resource path=\"broken.png\" ")
        .endsWith(" not deliverable to this model: is no image that can be read]");
    assertThat(content.get(1).get("text").textValue())
        .endsWith(" not deliverable to this model: heic: not taken by anthropic]");
    assertThat(asked.errLines())
        .contains(
            "attache: broken.png is not given to anthropic: is no image that can be read",
            "attache: x.heic is not given to anthropic: heic: not taken by anthropic");
  }

  @Test
  void givesAnImageAndTellsOfADocumentThatOllamaDoesNotTake() {
    CliRun asked = ask("ollama", "-a", "logo.png", "-a", "spec.pdf", "-a", "main.rs");
    JsonNode message = asked.json().get(0).at("/messages/0");
    assertThat(message.get("images")).hasSize(1);
    assertThat(message.get("content").textValue())
        .contains("pdf: not taken by ollama", "fn main() {}");
    assertThat(asked.errLines())
        .contains("attache: spec.pdf is not given to ollama: pdf: not taken by ollama");
  }

  @Test
  void saysOfAReferenceToWhatWasNotGivenThatItWasNot() {
    byte[] large = new byte[5000];
    System.arraycopy(HEIC, 0, large, 0, HEIC.length);
    workspace.file("x.heic", large);
    ask("anthropic", "-a", "x.heic");
    workspace.run("query", "--print", "-a", "x.heic", "Again.");
    String body = workspace.run("conversation", "print", "--request", "anthropic").out();
    assertThat(body.split("heic: not taken by anthropic", -1)).hasSize(3);
    assertThat(body).doesNotContain("is identical to");
  }

  @Test
  void asksForAnAnswerThatFollowsASchema() {
    workspace.file("schema.json", "{\"type\":\"object\",\"properties\":{},\"required\":[]}");
    CliRun asked = ask("openai-chat", "--schema", workspace.path("schema.json").toString());
    assertThat(asked.json().get(0).at("/response_format/type").textValue())
        .isEqualTo("json_schema");
  }

  @Test
  void takesAModelAndAProviderOfTheUsersConfiguration() throws IOException {
    Path config =
        Files.writeString(
            temporary.resolve("own.toml"),
            """
            [providers.local]
            kind = "openai-compatible"
            model = "qwen3-coder"

            [providers.local.profile]
            message = { images = [] }
            """);
    CliRun asked = ask("local", "--config", config.toString(), "-a", "logo.png", "-m", "qwen3-vl");
    assertThat(asked.json().get(0).get("model").textValue()).isEqualTo("qwen3-vl");
    assertThat(asked.errLines())
        .contains("attache: logo.png is not given to local: png: not taken by local");
    assertThat(workspace.run("models", "ls", "--config", config.toString()).outLines())
        .contains("local                 openai-chat           qwen3-coder");
  }

  @Test
  void letsNoWorkspaceSayAnythingOfProviders() {
    String bare = workspace.run("models", "show", "anthropic").out();
    workspace.file(
        ".attache/config.toml", "[providers.anthropic.profile]\nmessage = { images = [] }\n");
    assertThat(workspace.run("models", "show", "anthropic").out()).isEqualTo(bare);
    CliRun asked = ask("anthropic", "-a", "logo.png");
    assertThat(asked.out()).contains("\"media_type\":\"image/png\"");
    assertThat(asked.err())
        .contains("[providers] anthropic is not used")
        .doesNotContain("only named");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "query --request antropic x | --request (antropic) must be anthropic, gemini, ollama,"
            + " openai-chat, openai-compatible, openai-responses or openrouter; did you mean"
            + " anthropic?",
        "query --print --model m x | --model needs --request",
        "query --request anthropic --format markdown x | --format cannot be combined with --request",
        "query --request anthropic --line-numbers x | --line-numbers cannot be combined with"
            + " --request",
        "query --request anthropic --resources fence x | --resources cannot be combined with"
            + " --request",
        "query --request anthropic --whole x | --whole cannot be combined with --request",
        "query --request anthropic --json x | --json cannot be combined with --request, which is"
            + " JSON",
        "plan --for nosuch | --for (nosuch) must be anthropic, gemini, ollama, openai-chat,"
            + " openai-compatible, openai-responses or openrouter",
        "models show | missing argument: PROVIDER (`attache models ls` lists them)",
        "plan --token-budget x | --token-budget (x) must be a number of tokens, such as 8000, 50k"
            + " or 1.5M"
      })
  void saysWhatIsWrong(String line, String message) {
    CliRun run = workspace.run(line.split(" "));
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.errLines().get(0)).isEqualTo("attache: " + message);
    assertThat(workspace.path(".attache")).doesNotExist();
  }

  @Test
  void saysWhereTheProfileOfAProviderIsWrong() throws IOException {
    Path config =
        Files.writeString(
            temporary.resolve("own.toml"),
            """
            [providers.local]
            kind = "ollama"
            profile = { limits = { images = "many" } }
            """);
    CliRun run = workspace.run("models", "ls", "--config", config.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains(
            "[providers.local.profile]: /limits/images (\"many\") must be a whole number from 0");
    Files.writeString(config, "[providers.local]\nkind = \"nosuch\"\n");
    assertThat(workspace.run("models", "ls", "--config", config.toString()).err())
        .contains("providers.local.kind (nosuch) must be anthropic, gemini, ");
  }

  @Test
  void plansWhatAModelWouldBeGiven() {
    CliRun plan = workspace.run("plan", "--for", "openai-chat", "spec.pdf", "x.heic", "main.rs");
    assertThat(plan.exitCode()).isZero();
    assertThat(plan.outLines().get(0)).contains("TYPE", "DELIVERY", "PATH");
    assertThat(plan.outLines().get(1)).startsWith("attach").contains("document", "spec.pdf");
    assertThat(plan.outLines().get(2))
        .startsWith("named")
        .contains("placeholder", "x.heic  (heic: not taken by openai-chat)");
    assertThat(plan.outLines().get(3)).startsWith("attach").contains("text", "main.rs");
    assertThat(plan.outLines().get(4))
        .startsWith("2 to attach, ")
        .endsWith(" tokens for openai-chat/gpt-6-sol; 1 only named, 0 skipped");
    List<JsonNode> rows =
        workspace
            .run("plan", "--for", "anthropic/claude-opus-5", "--json", "spec.pdf", "x.heic")
            .json();
    assertThat(rows.get(0).get("delivery").textValue()).isEqualTo("document");
    assertThat(rows.get(0).get("tokens").longValue()).isEqualTo(3000);
    assertThat(rows.get(1).get("delivery").textValue()).isEqualTo("placeholder");
    assertThat(rows.get(1).get("deliveryNote").textValue())
        .isEqualTo("heic: not taken by anthropic");
    assertThat(workspace.run("plan", "--json", "main.rs").json().get(0).has("delivery")).isFalse();
  }

  @Test
  void failsIfAPlanCostsMoreThanItsBudget() {
    CliRun within = workspace.run("plan", "--token-budget", "50", "main.rs");
    assertThat(within.exitCode()).isZero();
    CliRun above = workspace.run("plan", "--token-budget", "5", "main.rs");
    assertThat(above.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(above.out()).isEqualTo(within.out());
    assertThat(above.errLines().get(0))
        .matches("attache: the plan costs ≈ \\d+ tokens, more than --token-budget 5");
  }

  @Test
  void showsWhatAModelTakes() {
    assertThat(workspace.run("models", "show", "ollama").outLines())
        .contains("provider            ollama", "tool result         text");
    JsonNode shown =
        workspace.run("models", "show", "anthropic/claude-opus-5", "--json").json().get(0);
    assertThat(shown.get("model").textValue()).isEqualTo("claude-opus-5");
    assertThat(shown.get("cacheRead").doubleValue()).isEqualTo(0.1);
    assertThat(shown.get("source").textValue()).contains("2026-11-20");
  }
}
