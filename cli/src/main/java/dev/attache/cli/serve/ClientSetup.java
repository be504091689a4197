package dev.attache.cli.serve;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.secrets.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client of the Model Context Protocol whose configuration {@code attache serve --print-config}
 * knows how to write. docs/serve-clients.md shows each of them.
 */
enum ClientSetup {
  CLAUDE_CODE("claude-code", ".mcp.json in the project", "claude mcp add", Form.TYPED),
  CLAUDE_DESKTOP(
      "claude-desktop",
      "claude_desktop_config.json (Settings, Developer, Edit Config)",
      null,
      Form.SERVERS),
  CODEX("codex", "~/.codex/config.toml", "codex mcp add", Form.CODEX),
  CURSOR("cursor", ".cursor/mcp.json in the project, or ~/.cursor/mcp.json", null, Form.SERVERS),
  GEMINI(
      "gemini",
      ".gemini/settings.json in the project, or ~/.gemini/settings.json",
      null,
      Form.SERVERS),
  JETBRAINS(
      "jetbrains",
      "Settings, Tools, AI Assistant, Model Context Protocol (MCP), Add, As JSON",
      null,
      Form.SERVERS),
  OPENCODE(
      "opencode",
      "opencode.json in the project, or ~/.config/opencode/opencode.json",
      null,
      Form.OPENCODE),
  VSCODE("vscode", ".vscode/mcp.json in the project", null, Form.VSCODE),
  ZED("zed", "settings.json (zed: open settings file)", null, Form.ZED);

  private final String word;
  private final String place;
  private final @Nullable String adding;
  private final String form;

  /**
   * @param word the name on the command line
   * @param place where the configuration belongs
   * @param adding the command of the client that adds a server; null if it has none that takes all
   *     arguments
   * @param form the configuration, with places for the program, for its arguments, and for both
   */
  ClientSetup(String word, String place, @Nullable String adding, String form) {
    this.word = word;
    this.place = place;
    this.adding = adding;
    this.form = form;
  }

  /** The shapes of configurations. */
  private static final class Form {

    private static final String SERVERS =
        """
        {
          "mcpServers": {
            "attache": {
              "command": %1$s,
              "args": %2$s
            }
          }
        }
        """;

    private static final String TYPED =
        """
        {
          "mcpServers": {
            "attache": {
              "type": "stdio",
              "command": %1$s,
              "args": %2$s
            }
          }
        }
        """;

    private static final String VSCODE =
        """
        {
          "servers": {
            "attache": {
              "type": "stdio",
              "command": %1$s,
              "args": %2$s
            }
          }
        }
        """;

    private static final String ZED =
        """
        {
          "context_servers": {
            "attache": {
              "command": %1$s,
              "args": %2$s,
              "env": {}
            }
          }
        }
        """;

    private static final String OPENCODE =
        """
        {
          "$schema": "https://opencode.ai/config.json",
          "mcp": {
            "attache": {
              "type": "local",
              "command": %3$s
            }
          }
        }
        """;

    private static final String CODEX =
        """
        [mcp_servers.attache]
        command = %1$s
        args = %2$s
        """;
  }

  /** Returns the client of a name. */
  static ClientSetup named(String word) throws UsageException {
    for (ClientSetup each : values()) {
      if (each.word.equals(word)) {
        return each;
      }
    }
    throw new UsageException(
        "unknown client " + word + "; --print-config knows " + String.join(", ", words()));
  }

  static List<String> words() {
    return Stream.of(values()).map(each -> each.word).toList();
  }

  /**
   * Returns the configuration that starts the server.
   *
   * @param arguments what follows the program
   */
  String configuration(String program, List<String> arguments) {
    var line = new ArrayList<>(List.of(program));
    line.addAll(arguments);
    return form.formatted(quoted(program), list(arguments), list(line));
  }

  /** Returns what to do with it. */
  String advice(String program, List<String> arguments) {
    String add = "add this to " + place;
    if (adding == null) {
      return add;
    }
    var line = new ArrayList<>(List.of(program));
    line.addAll(arguments);
    return add + ", or run: " + adding + " " + Program.NAME + " -- " + ShellWords.join(line);
  }

  private static String list(List<String> words) {
    return words.stream().map(ClientSetup::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  /** A string of JSON (RFC 8259, section 7) that is one of TOML, too, where DEL must not stand. */
  private static String quoted(String text) {
    String escaped = new String(JsonStringEncoder.getInstance().quoteAsString(text));
    return '"' + escaped.replace("\u007f", "\\u007F") + '"';
  }
}
