package dev.attache.cli.tools;

import dev.attache.resource.ResourceJson;
import dev.attache.resource.tool.InputRequest;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON text that a person fills in: every required property first, defaults in their places, and
 * lines of comment with what the schema says.
 */
final class AnswerTemplate {

  private static final int MAX_DEPTH = 20;

  private final StringBuilder text = new StringBuilder();

  private AnswerTemplate() {}

  static String of(InputRequest question) {
    var template = new AnswerTemplate();
    template.comment(0, question.text());
    template.comment(0, "Lines that begin with // are ignored. Save nothing to cancel the call.");
    if (question.hasDefault() && question.value() != null) {
      template.comment(0, "The default:");
      template.text.append(ResourceJson.text(question.value()));
    } else {
      template.value(question.schema(), 0);
    }
    return template.text.append('\n').toString();
  }

  private void value(Map<?, ?> schema, int depth) {
    if (schema.containsKey("default")) {
      text.append(ResourceJson.text(schema.get("default")));
    } else if (schema.get("enum") instanceof List<?> options && !options.isEmpty()) {
      text.append(ResourceJson.text(options.get(0)));
    } else if (schema.get("properties") instanceof Map<?, ?> properties && depth < MAX_DEPTH) {
      object(schema, properties, depth);
    } else {
      text.append(placeholder(schema.get("type")));
    }
  }

  private static String placeholder(@Nullable Object type) {
    return type instanceof String word
        ? switch (word) {
          case "string" -> "\"\"";
          case "integer", "number" -> "0";
          case "boolean" -> "false";
          case "array" -> "[]";
          case "object" -> "{}";
          default -> "null";
        }
        : "null";
  }

  private void object(Map<?, ?> schema, Map<?, ?> properties, int depth) {
    List<?> required = schema.get("required") instanceof List<?> list ? list : List.of();
    var names = new ArrayList<String>();
    required.stream().filter(properties::containsKey).forEach(each -> names.add((String) each));
    for (Object each : properties.keySet()) {
      if (!required.contains(each)) {
        names.add((String) each);
      }
    }
    text.append("{\n");
    for (int i = 0; i < names.size(); i++) {
      Map<?, ?> property = properties.get(names.get(i)) instanceof Map<?, ?> map ? map : Map.of();
      comment(depth + 1, about(property, required.contains(names.get(i))));
      indent(depth + 1).append(ResourceJson.text(names.get(i))).append(": ");
      value(property, depth + 1);
      text.append(i + 1 < names.size() ? ",\n" : "\n");
    }
    indent(depth).append('}');
  }

  private static String about(Map<?, ?> property, boolean isRequired) {
    var about = new ArrayList<String>();
    about.add(isRequired ? "required" : "optional");
    if (property.get("description") instanceof String description) {
      about.add(description);
    }
    if (property.get("enum") instanceof List<?> options) {
      about.add("one of " + ResourceJson.text(options));
    }
    return String.join(": ", about);
  }

  private void comment(int depth, String line) {
    indent(depth).append("// ").append(Sanitizer.sanitizeLine(line)).append('\n');
  }

  private StringBuilder indent(int depth) {
    return text.append("  ".repeat(depth));
  }
}
