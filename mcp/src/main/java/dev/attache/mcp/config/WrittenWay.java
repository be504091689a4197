package dev.attache.mcp.config;

import dev.attache.mcp.McpServer;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.secrets.ShellWords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The way to a server as its definition says it, for who has to decide whether it may be: no
 * variable is expanded, for what the user's hold is nobody's to see, and which ones are handed over
 * is what matters.
 */
final class WrittenWay {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{[^{}]*}");
  private static final Set<String> SCHEMES = Set.of("Bearer ", "Basic ", "bearer ", "basic ");
  private static final String DEFAULT = ":-";

  private final Map<?, ?> written;

  private WrittenWay(Map<?, ?> written) {
    this.written = written;
  }

  /**
   * Returns what a definition says.
   *
   * @param way what was made of it; null if it is wrong
   */
  static McpServer.Written of(ServerDefinition definition, McpServer.@Nullable Way way) {
    if (!(definition.written() instanceof Map<?, ?> map)) {
      return new McpServer.Written(false, List.of());
    }
    var form = new WrittenWay(map);
    boolean connects =
        way == null
            ? map.get("url") instanceof String && !(map.get("command") instanceof String)
            : way instanceof McpServer.Endpoint;
    List<String> lines =
        connects ? form.endpoint() : form.program(definition.origin().base().directory());
    form.addOptions(definition.origin(), lines);
    return new McpServer.Written(connects, lines);
  }

  /** Adds what each tool is given with a call. */
  private void addOptions(ServerDefinition.Origin origin, List<String> lines) {
    if (origin.isOwnFormat()) {
      table(ToolTables.TOOLS)
          .forEach(
              (tool, table) -> {
                if (table instanceof Map<?, ?> map
                    && map.get("options") instanceof Map<?, ?> given) {
                  lines.add("gives its tool " + tool + " the options " + options(given));
                }
              });
    }
  }

  private static String options(Map<?, ?> given) {
    var words = new ArrayList<String>();
    given.forEach((key, value) -> words.add(key + "=" + value));
    return ShellWords.join(Redaction.redactArguments(words));
  }

  private List<String> program(Path base) {
    var words = new ArrayList<String>();
    words.add(text("command"));
    for (Object each : written.get("args") instanceof List<?> list ? list : List.of()) {
      words.add(String.valueOf(each));
    }
    var lines = new ArrayList<String>();
    lines.add("starts " + ShellWords.join(words) + " in " + directory(base));
    List<String> variables = variables();
    if (!variables.isEmpty()) {
      lines.add("with " + ShellWords.join(variables));
    }
    if (written.get("envFile") instanceof String file) {
      lines.add("with the variables of the file " + file);
    }
    return lines;
  }

  private String directory(Path base) {
    String directory = text("cwd");
    if (directory.isEmpty() || directory.equals(".")) {
      return base.toString();
    }
    boolean isAsItIs = directory.contains("${") || directory.startsWith("/");
    return isAsItIs ? directory : base + base.getFileSystem().getSeparator() + directory;
  }

  private List<String> variables() {
    var variables = new ArrayList<String>();
    table("env")
        .forEach(
            (name, value) -> {
              String plain = name + "=" + value;
              boolean isSecret = !Redaction.redactArguments(List.of(plain)).equals(List.of(plain));
              variables.add(isSecret ? name + "=" + variablesOf(String.valueOf(value)) : plain);
            });
    return variables;
  }

  private List<String> endpoint() {
    String url = text("url");
    String shown = Redaction.redact(url);
    String line = "connects to " + shown;
    List<String> hidden =
        VARIABLE.matcher(url).results().map(found -> withoutDefault(found.group())).toList();
    if (!shown.equals(url) && !hidden.isEmpty()) {
      line += ", in it " + String.join(", ", hidden);
    }
    var lines = new ArrayList<>(List.of(line));
    table("headers")
        .forEach(
            (name, value) ->
                lines.add("with the header " + name + ": " + variablesOf(String.valueOf(value))));
    return lines;
  }

  /** A secret with the variables in it as they are, and a mark in place of all else. */
  private static String variablesOf(String secret) {
    var shown = new StringBuilder();
    Matcher variable = VARIABLE.matcher(secret);
    int end = 0;
    while (variable.find()) {
      appendLiteral(shown, secret.substring(end, variable.start()));
      shown.append(withoutDefault(variable.group()));
      end = variable.end();
    }
    appendLiteral(shown, secret.substring(end));
    return shown.toString();
  }

  private static void appendLiteral(StringBuilder shown, String literal) {
    shown.append(literal.isEmpty() || SCHEMES.contains(literal) ? literal : Redaction.MARK);
  }

  private static String withoutDefault(String variable) {
    int split = variable.indexOf(DEFAULT);
    return split < 0 ? variable : variable.substring(0, split) + DEFAULT + Redaction.MARK + "}";
  }

  private String text(String key) {
    return written.get(key) instanceof String text ? text : "";
  }

  private Map<?, ?> table(String key) {
    return written.get(key) instanceof Map<?, ?> table ? table : Map.of();
  }
}
