package dev.attache.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A workspace, and a user, with servers that are configured. */
record ServerWorkspace(CommandWorkspace workspace, Path marker) {

  static ServerWorkspace in(Path directory) {
    CommandWorkspace workspace = CommandWorkspace.in(directory);
    return new ServerWorkspace(workspace, directory.resolve("started"));
  }

  /** Lets the user have the server {@code test}. */
  ServerWorkspace withUsers() {
    return withUsers("");
  }

  /** The same, with more keys. */
  ServerWorkspace withUsers(String keys) {
    return withUsers("test", keys);
  }

  /** Lets the user have a server of that name, with more keys. */
  ServerWorkspace withUsers(String name, String keys) {
    return withUsers(name, TestServer.command(marker), keys);
  }

  /** Lets the user have the server {@code test} as a JVM of its own, with more keys. */
  ServerWorkspace withProgram(String keys) {
    return withUsers("test", TestServer.program(marker), keys);
  }

  private ServerWorkspace withUsers(String name, List<String> command, String keys) {
    workspace.withUser("[mcp.servers." + name + "]\n" + toml(command) + keys, "README.md");
    return this;
  }

  /** The same, with a directory for it, as TOML has it. */
  ServerWorkspace withUsersIn(String directory) {
    return withUsers("cwd = " + directory + "\n");
  }

  /** Lets the workspace bring the server {@code test} along, in {@code .mcp.json}. */
  ServerWorkspace withProjects() {
    workspace.workspace().file(".mcp.json", json("test"));
    return this;
  }

  /** A file that defines the server, as other clients have it. */
  String json(String name) {
    String words =
        TestServer.command(marker).stream()
            .map(word -> '"' + word + '"')
            .collect(Collectors.joining(","));
    return "{\"mcpServers\":{\""
        + name
        + "\":{\"command\":"
        + words.replaceFirst(",", ",\"args\":[")
        + "]}}}";
  }

  /** Lets the workspace define the server {@code test}, which cannot be started, with more keys. */
  ServerWorkspace withDefinition(String keys) {
    workspace
        .workspace()
        .file(".mcp.json", "{\"mcpServers\":{\"test\":{\"command\":\"x\", " + keys + "}}}");
    return this;
  }

  /** Lets the workspace declare references. */
  ServerWorkspace declaring(String... references) {
    workspace.declaring(references);
    return this;
  }

  ServerWorkspace answering(String answers) {
    workspace.answering(answers);
    return this;
  }

  private static String toml(List<String> words) {
    return "command = '"
        + words.get(0)
        + "'\nargs = ['"
        + String.join("', '", words.subList(1, words.size()))
        + "']\n";
  }

  CliRun run(String... line) {
    return workspace.run(line);
  }

  /** How often the server was started so far. */
  long starts() {
    try {
      return Files.exists(marker) ? Files.readAllLines(marker).size() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
