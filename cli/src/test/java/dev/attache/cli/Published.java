package dev.attache.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Servers and clients of MCP, and a gateway to models, which others publish on npm and the profile
 * npm installs.
 */
final class Published {

  static final String EVERYTHING = "@modelcontextprotocol/server-everything/dist/index.js";
  static final String FILESYSTEM = "@modelcontextprotocol/server-filesystem/dist/index.js";
  static final String CONFORMANCE = "@modelcontextprotocol/conformance/dist/index.js";
  static final String INSPECTOR = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

  /** Its streams break with a {@code @hono/node-server} newer than the one in package.json. */
  static final String GATEWAY = "@portkey-ai/gateway/build/start-server.js";

  private static final String FOLDER = System.getProperty("attache.npm", "");
  private static final Pattern PORT =
      Pattern.compile("(?:127\\.0\\.0\\.1:|localhost:|port )([0-9]+)");

  private Published() {}

  static boolean isInstalled() {
    return !FOLDER.isEmpty();
  }

  /** Where they are installed; the test is skipped if they are not. */
  static Path folder() {
    assumeTrue(
        isInstalled(),
        "needs what others publish on npm: mvn -P npm verify, with Node.js 20 or later");
    return Path.of(FOLDER);
  }

  /** A file of an installed package. */
  static String module(String file) {
    return folder().resolve("node_modules").resolve(file).toString();
  }

  /** A server that was started for its HTTP endpoint, and runs until it is closed. */
  record Running(Process process, int port) implements AutoCloseable {

    /** Starts it, and waits until it has said its port. */
    static Running start(Map<String, String> environment, String... arguments) throws IOException {
      var command = new ArrayList<>(List.of("node"));
      command.addAll(List.of(arguments));
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.directory(folder().toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      var said = new StringBuilder();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        said.append(line).append('\n');
        Matcher matcher = PORT.matcher(line);
        if (matcher.find()) {
          return new Running(process, Integer.parseInt(matcher.group(1)));
        }
      }
      throw new AssertionError("the server said no port: " + said);
    }

    String url() {
      return "http://127.0.0.1:" + port + "/mcp";
    }

    @Override
    public void close() {
      process.destroy();
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
