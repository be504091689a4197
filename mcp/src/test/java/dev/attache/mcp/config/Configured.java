package dev.attache.mcp.config;

import dev.attache.mcp.McpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A workspace with configuration files, and what is read from them. */
final class Configured {

  private final Path workspace;
  private Map<String, String> environment = Map.of("HOME", "/home/ada");

  Configured(Path workspace) throws IOException {
    this.workspace = workspace.toRealPath();
  }

  Configured with(Map<String, String> variables) {
    environment = variables;
    return this;
  }

  Path workspace() {
    return workspace;
  }

  Path write(String name, String text) throws IOException {
    Path file = workspace.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  McpConfiguration.Builder builder() {
    return McpConfiguration.builder(workspace, environment);
  }

  McpConfiguration load() throws IOException {
    return builder().load();
  }

  /** What comes of one server {@code x} in {@code .mcp.json}. */
  McpServer server(String definition) throws IOException {
    write(".mcp.json", "{\"mcpServers\": {\"x\": " + definition + "}}");
    McpConfiguration loaded = load();
    if (!loaded.errors().isEmpty()) {
      throw new AssertionError(loaded.errors());
    }
    return loaded.servers().get(0);
  }

  String problem(String definition) throws IOException {
    return String.valueOf(server(definition).problem());
  }

  McpServer.Program program(String definition) throws IOException {
    McpServer server = server(definition);
    if (server.way() instanceof McpServer.Program program) {
      return program;
    }
    throw new AssertionError(server);
  }

  McpServer.Endpoint endpoint(String definition) throws IOException {
    McpServer server = server(definition);
    if (server.way() instanceof McpServer.Endpoint endpoint) {
      return endpoint;
    }
    throw new AssertionError(server);
  }

  static List<String> warnings(McpConfiguration configuration) {
    return configuration.warnings().stream().map(McpConfiguration.Warning::message).toList();
  }

  static List<String> names(McpConfiguration configuration) {
    return configuration.servers().stream().map(McpServer::name).toList();
  }
}
