package dev.attache.mcp.session;

import dev.attache.mcp.Elicitation.Field;
import dev.attache.mcp.Elicitation.Form;
import dev.attache.mcp.ServerText;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.InputRequest;
import dev.attache.support.json.LenientValues;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reader of the parameters of {@code elicitation/create}. */
final class FormReader {

  private static final int MOST_FIELDS = 100;
  private static final int LONGEST_URL = 8000;
  private static final long LARGEST_SCHEMA = 64 << 10;
  private static final Set<String> FLAT = Set.of("string", "number", "integer", "boolean", "array");

  private final String server;
  private final Map<String, Object> params;

  FormReader(String server, Map<String, Object> params) {
    this.server = server;
    this.params = params;
  }

  /** What is no form that could be shown. */
  static final class UnusableFormException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableFormException(String why) {
      super(why);
    }
  }

  /**
   * Returns the form.
   *
   * @throws UnusableFormException if it cannot be shown; its message says what it has
   */
  Form read() throws UnusableFormException {
    Object mode = params.get("mode");
    if (mode == null || mode.equals("form")) {
      return new Form(server, message(), fields(), null);
    }
    if (mode.equals("url")) {
      return new Form(server, message(), List.of(), url());
    }
    throw new UnusableFormException("the unknown mode " + ServerText.line(mode.toString(), 100));
  }

  private String message() {
    return params.get("message") instanceof String text ? ServerText.line(text) : "";
  }

  private String url() throws UnusableFormException {
    String url = params.get("url") instanceof String text ? text : "";
    try {
      var parsed = new URI(url);
      String scheme = String.valueOf(parsed.getScheme()).toLowerCase(Locale.ROOT);
      boolean isWeb = scheme.equals("https") || scheme.equals("http");
      if (isWeb && parsed.getHost() != null && url.length() <= LONGEST_URL) {
        return url;
      }
    } catch (URISyntaxException e) {
      // said below, in the same words
    }
    throw new UnusableFormException("no web address: " + ServerText.line(url, 200));
  }

  private List<Field> fields() throws UnusableFormException {
    Map<String, Object> schema = LenientValues.object(params.get("requestedSchema"));
    Map<String, Object> properties = LenientValues.object(schema.get("properties"));
    if (properties.size() > MOST_FIELDS) {
      throw new UnusableFormException(
          properties.size() + " fields; at most " + MOST_FIELDS + " are asked for");
    }
    Set<String> required = new LinkedHashSet<>(LenientValues.texts(schema.get("required")));
    if (!properties.keySet().containsAll(required)) {
      required.removeAll(properties.keySet());
      String name = required.iterator().next();
      throw new UnusableFormException(
          "no field " + ServerText.line(name, 100) + ", which it needs");
    }
    var fields = new ArrayList<Field>();
    for (boolean isRequired : new boolean[] {true, false}) {
      for (Map.Entry<String, Object> property : properties.entrySet()) {
        if (required.contains(property.getKey()) == isRequired) {
          fields.add(field(property.getKey(), property.getValue(), isRequired));
        }
      }
    }
    return fields;
  }

  private static Field field(String name, @Nullable Object property, boolean isRequired)
      throws UnusableFormException {
    Map<String, Object> schema = LenientValues.object(property);
    String shown = ServerText.line(name, 100);
    if (!isFlat(schema)) {
      throw new UnusableFormException("a field " + shown + " that is not a simple value");
    }
    if (LenientValues.size(schema) > LARGEST_SCHEMA) {
      throw new UnusableFormException("a field " + shown + " with too large a schema");
    }
    try {
      InputRequest question = InputRequest.of(name, text(name, schema), schema);
      Object proposed = schema.get("default");
      return new Field(
          proposed == null ? question : question.withDefault(proposed),
          isRequired,
          question.isSecret() || isSecretName(name) || isSecretName(line(schema.get("title"))));
    } catch (IllegalArgumentException e) {
      throw new UnusableFormException("a field whose name " + e.getMessage());
    }
  }

  /** Whether it can be asked for by itself: a list only as a choice of several. */
  private static boolean isFlat(Map<String, Object> schema) {
    Object type = schema.get("type");
    return type == null
        ? !schema.containsKey("properties") && !schema.containsKey("items")
        : type instanceof String word && FLAT.contains(word);
  }

  /** The question: what the field is called, and what is said of it. */
  private static String text(String name, Map<String, Object> schema) {
    String title = line(schema.get("title"));
    String description = line(schema.get("description"));
    String called = title.isEmpty() ? ServerText.line(name) : title;
    return description.isEmpty() ? called : called + ": " + description;
  }

  private static String line(@Nullable Object value) {
    return value instanceof String text ? ServerText.line(text).strip() : "";
  }

  private static boolean isSecretName(String name) {
    List<String> assigned = List.of(name.replaceAll("[^A-Za-z]", "") + "=x");
    return !Redaction.redactArguments(assigned).equals(assigned);
  }
}
