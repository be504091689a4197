package dev.attache.cli.serve;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.secrets.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client of the Model Context Protocol whose configuration {@code attache serve --print-config}
 * knows how to write. docs/serve-clients.md shows each of them, docs/serve-http.md those with a
 * URL.
 */
enum ClientSetup {
  CLAUDE_CODE(
      "claude-code",
      ".mcp.json in the project",
      Form.TYPED,
      Form.TYPED_URL,
      Token.VARIABLE,
      "claude mcp add attache -- %s",
      "claude mcp add --transport http attache %s"),
  CLAUDE_DESKTOP(
      "claude-desktop",
      "claude_desktop_config.json (Settings, Developer, Edit Config)",
      Form.SERVERS,
      null,
      Token.WRITTEN),
  CLINE(
      "cline",
      "cline_mcp_settings.json (MCP Servers, Configure) or"
          + " ~/.cline/data/settings/cline_mcp_settings.json, for all projects",
      Form.SERVERS,
      Form.STREAMABLE_URL,
      Token.WRITTEN),
  CODEX(
      "codex",
      ".codex/config.toml in the project, once Codex trusts it, or ~/.codex/config.toml, for all"
          + " projects",
      Form.CODEX,
      Form.CODEX_URL,
      Token.NAME),
  CONTINUE(
      "continue",
      "~/.continue/config.yaml, for all projects",
      Form.CONTINUE,
      Form.CONTINUE_URL,
      Token.NAME),
  COPILOT(
      "copilot",
      ".mcp.json or .github/mcp.json in the project, once Copilot CLI trusts it, or"
          + " ~/.copilot/mcp-config.json, for all projects",
      Form.TYPED,
      Form.TYPED_URL,
      Token.VARIABLE),
  CURSOR(
      "cursor",
      ".cursor/mcp.json in the project, or ~/.cursor/mcp.json",
      Form.SERVERS,
      Form.URL,
      Token.ENVIRONMENT),
  GEMINI(
      "gemini",
      ".gemini/settings.json in the project, or ~/.gemini/settings.json",
      Form.SERVERS,
      Form.HTTP_URL,
      Token.VARIABLE),
  JETBRAINS(
      "jetbrains",
      "Settings, Tools, AI Assistant, Model Context Protocol (MCP), Add, As JSON",
      Form.SERVERS,
      Form.URL,
      Token.WRITTEN),
  OPENCODE(
      "opencode",
      "opencode.json in the project, or ~/.config/opencode/opencode.json",
      Form.OPENCODE,
      Form.OPENCODE_URL,
      Token.BRACES),
  QWEN(
      "qwen",
      ".qwen/settings.json in the project, or ~/.qwen/settings.json",
      Form.SERVERS,
      Form.HTTP_URL,
      Token.VARIABLE),
  VSCODE("vscode", ".vscode/mcp.json in the project", Form.VSCODE, Form.VSCODE_URL, Token.ASKED),
  ZED("zed", "settings.json (zed: open settings file)", Form.ZED, Form.ZED_URL, Token.WRITTEN);

  private final String word;
  private final String place;
  private final String form;
  private final @Nullable String urlForm;
  private final Token token;
  private final @Nullable String adding;
  private final @Nullable String addingUrl;

  /**
   * @param word the name on the command line
   * @param place where the configuration belongs
   * @param form the configuration that starts the server, with places for the program, for its
   *     arguments, and for both
   * @param urlForm the configuration that connects to a server, with places for its URL and the
   *     token; null if the client's file takes no URLs. Lines that begin with ? stand only where a
   *     token is required
   * @param token how the client gets the token
   * @param adding the command of the client that adds, for this project alone, a server that it
   *     starts; null if it has none
   * @param addingUrl the same for a URL
   */
  ClientSetup(
      String word,
      String place,
      String form,
      @Nullable String urlForm,
      Token token,
      @Nullable String adding,
      @Nullable String addingUrl) {
    this.word = word;
    this.place = place;
    this.form = form;
    this.urlForm = urlForm;
    this.token = token;
    this.adding = adding;
    this.addingUrl = addingUrl;
  }

  ClientSetup(String word, String place, String form, @Nullable String urlForm, Token token) {
    this(word, place, form, urlForm, token, null, null);
  }

  /** The ways in which clients get a token, which is never printed itself. */
  private enum Token {
    VARIABLE("${ATTACHE_TOKEN}", Token.SET),
    ENVIRONMENT("${env:ATTACHE_TOKEN}", Token.SET),
    BRACES("{env:ATTACHE_TOKEN}", Token.SET),
    NAME("ATTACHE_TOKEN", Token.SET),
    ASKED("${input:attache-token}", "the client asks for the token"),
    WRITTEN("TOKEN", "write the token where TOKEN stands");

    private static final String SET = "start the client with ATTACHE_TOKEN set to the token";

    private final String spelled;
    private final String advice;

    Token(String spelled, String advice) {
      this.spelled = spelled;
      this.advice = advice;
    }
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

    private static final String TYPED_URL =
        """
        {
          "mcpServers": {
            "attache": {
              "type": "http",
        ?      "headers": {"Authorization": "Bearer %2$s"},
              "url": %1$s
            }
          }
        }
        """;

    private static final String STREAMABLE_URL =
        """
        {
          "mcpServers": {
            "attache": {
              "type": "streamableHttp",
        ?      "headers": {"Authorization": "Bearer %2$s"},
              "url": %1$s
            }
          }
        }
        """;

    private static final String URL =
        """
        {
          "mcpServers": {
            "attache": {
        ?      "headers": {"Authorization": "Bearer %2$s"},
              "url": %1$s
            }
          }
        }
        """;

    private static final String HTTP_URL =
        """
        {
          "mcpServers": {
            "attache": {
        ?      "headers": {"Authorization": "Bearer %2$s"},
              "httpUrl": %1$s
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

    private static final String VSCODE_URL =
        """
        {
        ?  "inputs": [
        ?    {"id": "attache-token", "type": "promptString", "description": "Token", "password": true}
        ?  ],
          "servers": {
            "attache": {
              "type": "http",
        ?      "headers": {"Authorization": "Bearer %2$s"},
              "url": %1$s
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

    private static final String ZED_URL =
        """
        {
          "context_servers": {
            "attache": {
        ?      "headers": {"Authorization": "Bearer %2$s"},
              "url": %1$s
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

    private static final String OPENCODE_URL =
        """
        {
          "$schema": "https://opencode.ai/config.json",
          "mcp": {
            "attache": {
              "type": "remote",
        ?      "headers": {"Authorization": "Bearer %2$s"},
              "url": %1$s
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

    private static final String CODEX_URL =
        """
        [mcp_servers.attache]
        url = %1$s
        ?bearer_token_env_var = "%2$s"
        """;

    private static final String CONTINUE =
        """
        mcpServers:
          - name: attache
            command: %1$s
            args: %2$s
        """;

    private static final String CONTINUE_URL =
        """
        mcpServers:
          - name: attache
            type: streamable-http
            url: %1$s
        ?    apiKey: ${{ secrets.%2$s }}
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
    return form.formatted(quoted(program), list(arguments), list(line(program, arguments)));
  }

  /** Returns what to do with it. */
  String advice(String program, List<String> arguments) {
    return advice(
        adding == null ? null : adding.formatted(ShellWords.join(line(program, arguments))));
  }

  /**
   * Returns the configuration that connects to a server at a URL.
   *
   * @throws UsageException if the client's file takes no URLs
   */
  String configuration(String url, boolean needsToken) throws UsageException {
    if (urlForm == null) {
      throw new UsageException(
          word + " starts its servers itself and takes no URL; leave out --http");
    }
    return urlForm
        .lines()
        .filter(each -> needsToken || !each.startsWith("?"))
        .map(each -> (each.startsWith("?") ? each.substring(1) : each) + "\n")
        .collect(Collectors.joining())
        .formatted(quoted(url), token.spelled);
  }

  /** Returns what to do with it, a line each. */
  List<String> advice(String url, boolean needsToken, String program, List<String> arguments) {
    var lines = new ArrayList<String>();
    String add = addingUrl == null ? null : addingUrl.formatted(url);
    List<String> header = List.of("--header", "Authorization: Bearer " + token.spelled);
    lines.add(advice(add == null || !needsToken ? add : add + " " + ShellWords.join(header)));
    if (needsToken) {
      lines.add(token.advice);
    }
    lines.add("start the server yourself: " + ShellWords.join(line(program, arguments)));
    return lines;
  }

  private String advice(@Nullable String command) {
    String add = "add this to " + place;
    return command == null ? add : add + ", or run: " + command;
  }

  private static List<String> line(String program, List<String> arguments) {
    var line = new ArrayList<>(List.of(program));
    line.addAll(arguments);
    return line;
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
