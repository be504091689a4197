package dev.attache.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A workspace with declarations, of a user with settings and a place for trust. */
public record CommandWorkspace(TestWorkspace workspace, Path home) {

  public static CommandWorkspace in(Path directory) {
    TestWorkspace workspace = TestWorkspace.in(directory);
    Path home = workspace.directory().resolveSibling("home");
    workspace.environment(variables(home));
    return new CommandWorkspace(workspace, home);
  }

  private static Map<String, String> variables(Path home) {
    return Map.of(
        "XDG_STATE_HOME", home + "/state", "XDG_CONFIG_HOME", home + "/config", "HOME", "/x");
  }

  /** Lets the user have an editor. */
  CommandWorkspace editingWith(Path program) {
    var variables = new LinkedHashMap<>(variables(home));
    variables.put("EDITOR", program.toString());
    workspace.environment(variables);
    return this;
  }

  /** Lets the workspace declare references. */
  public CommandWorkspace declaring(String... references) {
    workspace.file(".attache/config.toml", attachments(references));
    return this;
  }

  /** Lets the user declare references, and have further settings. */
  public CommandWorkspace withUser(String settings, String... references) {
    workspace.file("../home/config/attache/config.toml", attachments(references) + settings);
    return this;
  }

  private static String attachments(String... references) {
    return "[conversation]\nattachments = ['" + String.join("', '", references) + "']\n";
  }

  public CliRun run(String... line) {
    return workspace.run(line);
  }

  public CommandWorkspace answering(String answers) {
    workspace.answering(answers);
    return this;
  }

  public Path directory() {
    return workspace.directory();
  }

  /** The file that holds what is trusted. */
  public Path trust() {
    return home.resolve("state/attache/trust.jsonl");
  }

  /** What is trusted, by the labels. */
  public List<String> trusted() {
    return workspace.run("trust", "ls", "--json").json().stream()
        .map(each -> each.get("command").asText())
        .toList();
  }

  /** The file that a program is. */
  static Path program(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(each -> Path.of(each, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }
}
