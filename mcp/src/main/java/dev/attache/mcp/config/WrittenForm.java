package dev.attache.mcp.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.attache.mcp.config.ServerDefinition.Origin;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.secrets.ShellWords;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A definition as it is written, before its variables are expanded: its identity, and a line for
 * people. So neither depends on the environment, and neither holds what a variable holds.
 */
final class WrittenForm {

  /**
   * The keys that decide what is run or connected to, and what it is told; times and the like are
   * not among them.
   */
  private static final Set<String> DECISIVE =
      Set.of("command", "args", "env", "envFile", "cwd", "type", "transport", "url", "headers");

  /** Those of our own format, which mean something else to other clients. */
  private static final Set<String> OWN_DECISIVE = Set.of(ToolTables.CONTEXT, ToolTables.TOOLS);

  private static final int LONGEST_LABEL = 200;

  /** How much of a command line is looked at for its label. */
  private static final int LONGEST_LINE = 4 * LONGEST_LABEL;

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final ServerDefinition definition;

  WrittenForm(ServerDefinition definition) {
    this.definition = definition;
  }

  /**
   * The SHA-256 of a canonical JSON text, with sorted keys: of the name, the workspace, whose
   * definition it is, what is decisive in it, and the defaults of the inputs that it may name.
   *
   * @param environmentFile the digest of the {@code envFile}, if that is not the user's; else null
   */
  ContentDigest digest(Path workspace, @Nullable ContentDigest environmentFile) {
    Origin origin = definition.origin();
    var form = new TreeMap<String, Object>();
    form.put("form", "attache mcp server 1");
    form.put("name", definition.name());
    form.put("workspace", workspace.toString());
    form.put("scope", origin.isOfProject() ? "project " + origin.label() : "user");
    form.put("definition", decisive());
    form.put("inputs", inputs());
    if (environmentFile != null) {
      form.put("envFile", environmentFile.toString());
    }
    var text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      write(generator, form);
    } catch (IOException e) {
      throw new AssertionError(e); // a string has no I/O
    }
    return ContentDigest.sha256(text.toString().getBytes(UTF_8));
  }

  private Object decisive() {
    if (!(definition.written() instanceof Map<?, ?> map)) {
      return List.of(); // which cannot be used
    }
    var decisive = new TreeMap<String, Object>();
    map.forEach(
        (key, value) -> {
          if (value != null && isDecisive(String.valueOf(key))) {
            decisive.put(String.valueOf(key), value);
          }
        });
    return decisive;
  }

  private boolean isDecisive(String key) {
    return DECISIVE.contains(key)
        || (definition.origin().isOwnFormat() && OWN_DECISIVE.contains(key));
  }

  private Map<String, String> inputs() {
    var named = new TreeMap<String, String>();
    definition
        .inputs()
        .forEach(
            (id, text) -> {
              if (holds(definition.written(), "${input:" + id)) {
                named.put(id, text);
              }
            });
    return named;
  }

  private static boolean holds(@Nullable Object value, String part) {
    if (value instanceof Map<?, ?> map) {
      return map.values().stream().anyMatch(each -> holds(each, part));
    }
    if (value instanceof List<?> list) {
      return list.stream().anyMatch(each -> holds(each, part));
    }
    return value instanceof String text && text.contains(part);
  }

  private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      var sorted = new TreeMap<String, @Nullable Object>();
      map.forEach((key, each) -> sorted.put(String.valueOf(key), each));
      generator.writeStartObject();
      for (Map.Entry<String, @Nullable Object> entry : sorted.entrySet()) {
        generator.writeFieldName(entry.getKey());
        write(generator, entry.getValue());
      }
      generator.writeEndObject();
    } else if (value instanceof List<?> list) {
      generator.writeStartArray();
      for (Object each : list) {
        write(generator, each);
      }
      generator.writeEndArray();
    } else if (value instanceof Boolean flag) {
      generator.writeBoolean(flag);
    } else if (value instanceof Number number) {
      generator.writeNumber(number.toString());
    } else if (value == null) {
      generator.writeNull();
    } else {
      generator.writeString(value.toString());
    }
  }

  /** The command line or the URL, of limited length, without the secrets in it. */
  String label(boolean connects) {
    if (!(definition.written() instanceof Map<?, ?> map)) {
      return "";
    }
    if (!connects && map.get("command") instanceof String command) {
      return commandLine(command, map.get("args"));
    }
    return map.get("url") instanceof String url ? cut(Redaction.redact(url), false) : "";
  }

  private static String commandLine(String command, @Nullable Object arguments) {
    var words = new ArrayList<>(List.of(command));
    int length = command.length();
    boolean isCut = false;
    for (Object each : arguments instanceof List<?> list ? list : List.of()) {
      isCut = length > LONGEST_LINE;
      if (isCut) {
        break;
      }
      String word = String.valueOf(each);
      words.add(word);
      length += word.length();
    }
    return cut(ShellWords.join(Redaction.redactArguments(words)), isCut);
  }

  private static String cut(String text, boolean isCutAlready) {
    if (text.codePointCount(0, text.length()) <= LONGEST_LABEL) {
      return isCutAlready ? text + " …" : text;
    }
    return text.substring(0, text.offsetByCodePoints(0, LONGEST_LABEL - 1)) + "…";
  }
}
