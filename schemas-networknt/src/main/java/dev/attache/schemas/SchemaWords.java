package dev.attache.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import dev.attache.resource.json.JsonFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The phrases in which it is said what is wrong with a value: {@code /age must be a number}. */
final class SchemaWords {

  private static final Map<String, String> TYPES =
      Map.of(
          "string", "a string",
          "number", "a number",
          "integer", "a whole number",
          "boolean", "true or false",
          "object", "an object",
          "array", "an array",
          "null", "null");

  private SchemaWords() {}

  static String of(Error error) {
    String place = error.getInstanceLocation().toString();
    String keyword = String.valueOf(error.getKeyword());
    if (error.getProperty() != null && isAboutProperty(keyword)) {
      String at = place + "/" + error.getProperty().replace("~", "~0").replace("/", "~1");
      return JsonFault.cut(at + (keyword.equals("required") ? " is missing" : " is not allowed"));
    }
    String rule = rule(keyword, error.getSchemaNode(), error);
    return JsonFault.cut(place.isEmpty() ? rule : place + " " + rule);
  }

  private static boolean isAboutProperty(String keyword) {
    return List.of("required", "additionalProperties", "unevaluatedProperties").contains(keyword);
  }

  private static String rule(String keyword, JsonNode value, Error error) {
    return switch (keyword) {
      case "type" -> "must be " + type(value);
      case "enum" -> "must be one of " + listed(value);
      case "const" -> "must be " + shown(value);
      case "minLength" -> "must have at least " + count(value, "character");
      case "maxLength" -> "must have at most " + count(value, "character");
      case "minItems" -> "must have at least " + count(value, "item");
      case "maxItems" -> "must have at most " + count(value, "item");
      case "minProperties" -> "must have at least " + count(value, "field");
      case "maxProperties" -> "must have at most " + count(value, "field");
      case "pattern" -> "must match " + value.asText();
      case "format" -> "must be of the format " + value.asText();
      case "minimum" -> "must be at least " + value;
      case "maximum" -> "must be at most " + value;
      case "exclusiveMinimum" -> "must be more than " + value;
      case "exclusiveMaximum" -> "must be less than " + value;
      case "multipleOf" -> "must be a multiple of " + value;
      case "uniqueItems" -> "must not have two equal items";
      case "false" -> "is not allowed";
      default -> "does not follow " + keyword + ": " + plain(error);
    };
  }

  /** The library's words without the place, which they begin with. */
  private static String plain(Error error) {
    String message = String.valueOf(error.getMessage());
    String place = error.getInstanceLocation() + ": ";
    return message.startsWith(place) ? message.substring(place.length()) : message;
  }

  private static String type(JsonNode value) {
    if (value.isTextual()) {
      return TYPES.getOrDefault(value.textValue(), value.textValue());
    }
    var types = new ArrayList<String>();
    value.forEach(each -> types.add(TYPES.getOrDefault(each.asText(), each.asText())));
    return String.join(" or ", types);
  }

  private static String listed(JsonNode value) {
    var options = new ArrayList<String>();
    value.forEach(each -> options.add(shown(each)));
    return String.join(", ", options);
  }

  private static String shown(JsonNode value) {
    return value.isTextual() ? value.textValue() : value.toString();
  }

  private static String count(JsonNode number, String what) {
    return number + " " + what + (number.asInt() == 1 ? "" : "s");
  }
}
