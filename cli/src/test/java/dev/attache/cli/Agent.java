package dev.attache.cli;

import static dev.attache.test.FakeWire.ANTHROPIC;
import static dev.attache.test.FakeWire.CHAT;
import static dev.attache.test.FakeWire.GEMINI;
import static dev.attache.test.FakeWire.RESPONSES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.cli.Launch.Ended;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Agents that others publish on npm, and the profile agents installs, at the versions that
 * package.json says. Each is configured as {@code attache serve --print-config} says, and asks a
 * model on loopback.
 */
enum Agent {
  CLAUDE_CODE("Claude Code", "claude-code", ANTHROPIC, "@anthropic-ai/claude-code", "Read"),
  CODEX("Codex", "codex", RESPONSES, "@openai/codex", "exec_command"),
  GEMINI_CLI("Gemini CLI", "gemini", GEMINI, "@google/gemini-cli", "read_file"),
  OPENCODE("opencode", "opencode", CHAT, "opencode-linux-x64-baseline", "read"),
  LANGCHAIN("LangChain.js adapters", "claude-desktop", CHAT, "@langchain/mcp-adapters", "");

  /** The user's message. */
  static final String QUESTION = "Look at it.";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FOLDER = System.getProperty("attache.agents", "");

  /** The programs that npm has installed for this computer. */
  private static final String CLAUDE_PROGRAM = "@anthropic-ai/claude-code-*/claude";

  private static final String CODEX_PROGRAM = "@openai/codex-*/vendor/*/bin/codex";
  private static final String OPENCODE_PROGRAM = "opencode-linux-*/bin/opencode";

  private final String label;
  private final String client;
  private final FakeWire wire;
  private final String npm;
  private final String ownTool;

  Agent(String label, String client, FakeWire wire, String npm, String ownTool) {
    this.label = label;
    this.client = client;
    this.wire = wire;
    this.npm = npm;
    this.ownTool = ownTool;
  }

  /** The words in which it talks with its model. */
  FakeWire wire() {
    return wire;
  }

  /** Its name and its version, as docs/serve-clients.md has them in a row of a table. */
  String row() throws IOException {
    JsonNode versions = JSON.readTree(folder().resolve("package.json").toFile());
    JsonNode version = versions.findValue(npm);
    return "| " + label + " | " + version.asText() + " |";
  }

  /** Its own tool that reads a file; empty if it has none. */
  String ownTool() {
    return ownTool;
  }

  /** The arguments of its own tool. */
  Map<String, Object> ownArguments(Path file) {
    return switch (this) {
      case CODEX -> Map.of("cmd", "cat " + file);
      case OPENCODE -> Map.of("filePath", file.toString());
      default -> Map.of("file_path", file.toString());
    };
  }

  /** Returns the directory with all agents; skips the test if they are not installed. */
  private static Path folder() {
    assumeTrue(
        !FOLDER.isEmpty(),
        "needs agents that others publish on npm: mvn -P agents verify, with Node.js 20 or later");
    return Path.of(FOLDER);
  }

  private static Path module(String file) {
    return folder().resolve("node_modules").resolve(file);
  }

  /** The one file with such a name; the test is skipped if there is none for this computer. */
  private static Path program(String glob) throws IOException {
    Path modules = module("");
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + modules + "/" + glob);
    try (Stream<Path> files = Files.find(modules, 6, (file, attributes) -> matcher.matches(file))) {
      List<Path> found = files.toList();
      assumeTrue(!found.isEmpty(), "npm has no " + glob + " for this computer");
      return found.get(0);
    }
  }

  /** The program that asks {@link #QUESTION}, in the workspace, for its user. */
  ProcessBuilder program(ServedWorkspace workspace, String model, String... options)
      throws IOException {
    folder();
    List<String> words = command(workspace, printed(workspace, options), model);
    ProcessBuilder builder = workspace.program(words);
    Map<String, String> variables = builder.environment();
    variables.keySet().retainAll(List.of("LANG", "LC_ALL", "PATH", "TMPDIR"));
    variables.putAll(workspace.environment());
    // Most clients give a server little more than the path.
    variables.put("PATH", System.getProperty("java.home") + "/bin:" + System.getenv("PATH"));
    variables.putAll(variables(model));
    return builder;
  }

  /** Returns the output of {@code attache serve --print-config}. */
  private String printed(ServedWorkspace workspace, String... options) {
    var words = new ArrayList<Object>(workspace.serve(options));
    words.add("--workspace=" + workspace.directory());
    words.add("--print-config=" + client);
    Launch launch = Launch.in(workspace.directory(), words.toArray());
    workspace.environment().forEach(launch::with);
    Ended ended = launch.run();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    return ended.out();
  }

  private List<String> command(ServedWorkspace workspace, String printed, String model)
      throws IOException {
    Path directory = workspace.directory();
    Path home = workspace.home();
    return switch (this) {
      case CLAUDE_CODE ->
          List.of(
              program(CLAUDE_PROGRAM).toString(),
              "--print",
              QUESTION,
              "--mcp-config",
              write(home.resolve("mcp.json"), printed),
              "--strict-mcp-config",
              "--allowedTools",
              "mcp__attache");
      case CODEX -> {
        write(home.resolve(".codex/config.toml"), codexModel(directory, model));
        write(directory.resolve(".codex/config.toml"), printed);
        yield List.of(
            program(CODEX_PROGRAM).toString(),
            "exec",
            "--skip-git-repo-check",
            "--dangerously-bypass-approvals-and-sandbox",
            QUESTION);
      }
      case GEMINI_CLI -> {
        ObjectNode settings = object(printed);
        settings.putObject("security").putObject("auth").put("selectedType", "gemini-api-key");
        write(directory.resolve(".gemini/settings.json"), settings.toString());
        yield List.of(
            "node",
            module("@google/gemini-cli/bundle/gemini.js").toString(),
            "--model=gemini-2.5-flash",
            "--yolo",
            "--prompt=" + QUESTION);
      }
      case OPENCODE -> {
        write(directory.resolve("opencode.json"), opencodeModel(object(printed), model));
        yield List.of(program(OPENCODE_PROGRAM).toString(), "run", QUESTION);
      }
      case LANGCHAIN ->
          List.of(
              "node",
              folder().resolve("langchain-agent.mjs").toString(),
              write(home.resolve("servers.json"), printed),
              model + "/v1",
              QUESTION);
    };
  }

  private static String codexModel(Path project, String model) {
    return """
        model = "scripted"
        model_provider = "loopback"
        [model_providers.loopback]
        name = "loopback"
        base_url = "%s/v1"
        wire_api = "responses"
        env_key = "LOOPBACK_KEY"
        [projects."%s"]
        trust_level = "trusted"
        """
        .formatted(model, project);
  }

  private static String opencodeModel(ObjectNode settings, String model) {
    settings.put("model", "loopback/scripted").put("autoupdate", false);
    ObjectNode provider = settings.putObject("provider").putObject("loopback");
    provider.put("npm", "@ai-sdk/openai-compatible").put("name", "loopback");
    provider.putObject("options").put("baseURL", model + "/v1").put("apiKey", "none");
    ObjectNode scripted =
        provider.putObject("models").putObject("scripted").put("name", "scripted");
    ObjectNode modalities = scripted.put("attachment", true).putObject("modalities");
    modalities.putArray("input").add("text").add("image");
    modalities.putArray("output").add("text");
    return settings.toString();
  }

  private Map<String, String> variables(String model) {
    var variables = new LinkedHashMap<String, String>();
    switch (this) {
      case CLAUDE_CODE -> {
        variables.put("ANTHROPIC_BASE_URL", model);
        variables.put("ANTHROPIC_API_KEY", "none");
        variables.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
      }
      case CODEX -> variables.put("LOOPBACK_KEY", "none");
      case GEMINI_CLI -> {
        variables.put("GOOGLE_GEMINI_BASE_URL", model);
        variables.put("GEMINI_API_KEY", "none");
        variables.put("GEMINI_CLI_TRUST_WORKSPACE", "true");
      }
      case OPENCODE -> {
        variables.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
        variables.put("OPENCODE_DISABLE_MODELS_FETCH", "1");
      }
      case LANGCHAIN -> {}
    }
    return variables;
  }

  private static ObjectNode object(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String write(Path file, String text) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    return Files.writeString(file, text).toString();
  }

  @Override
  public String toString() {
    return label;
  }
}
