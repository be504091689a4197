package dev.attache.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.json.Timestamps;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The strict reading of the JSON form; every complaint begins with a JSON pointer (RFC 6901). */
final class ResourceJsonReader {

  private ResourceJsonReader() {}

  static Resource read(JsonNode node) throws ResourceException {
    ResourceUri uri = uri(node);
    return read(node, uri, content(node));
  }

  static Resource read(JsonNode node, ResourceContent content) throws ResourceException {
    return read(node, uri(node), content);
  }

  private static Resource read(JsonNode node, ResourceUri uri, ResourceContent content)
      throws ResourceException {
    Resource.Builder resource =
        Resource.builder(uri, content)
            .mimeType(string(node, "", "mimeType"))
            .annotations(annotations(node))
            .name(string(node, "", "name"))
            .title(string(node, "", "title"))
            .description(string(node, "", "description"))
            .formatted(string(node, "", "formatted"));
    object(node, "_meta").forEach(resource::meta);
    return resource.build();
  }

  static Map<String, Object> object(JsonNode node, String field) throws ResourceException {
    JsonNode object = object(node, "", field);
    return object == null ? Map.of() : values(object, JsonValues.child("", field));
  }

  private static ResourceUri uri(JsonNode node) throws ResourceException {
    if (!node.isObject()) {
      throw problem("", "must be an object");
    }
    String value = string(node, "", "uri");
    if (value == null) {
      throw problem("/uri", "is missing");
    }
    try {
      return ResourceUri.of(value);
    } catch (IllegalArgumentException e) {
      throw problem("/uri", "is not an absolute URI: " + e.getMessage());
    }
  }

  private static ResourceContent content(JsonNode node) throws ResourceException {
    String text = string(node, "", "text");
    String blob = string(node, "", "blob");
    if (text != null && blob != null) {
      throw problem("", "must have text or blob, not both");
    }
    if (text != null) {
      try {
        return ResourceContent.text(text);
      } catch (IllegalArgumentException e) {
        throw problem("/text", "must not contain an unpaired surrogate");
      }
    }
    if (blob == null) {
      throw problem("", "must have text or blob");
    }
    try {
      return ResourceContent.blob(Base64.getDecoder().decode(blob));
    } catch (IllegalArgumentException e) {
      throw problem("/blob", "is not base64: " + e.getMessage());
    }
  }

  static @Nullable Annotations annotations(JsonNode node) throws ResourceException {
    JsonNode annotations = object(node, "", "annotations");
    if (annotations == null) {
      return null;
    }
    return new Annotations(audience(annotations), priority(annotations), lastModified(annotations));
  }

  private static Set<Role> audience(JsonNode annotations) throws ResourceException {
    JsonNode audience = annotations.path("audience");
    var roles = EnumSet.noneOf(Role.class);
    if (audience.isMissingNode()) {
      return roles;
    }
    if (!audience.isArray()) {
      throw problem("/annotations/audience", "must be an array");
    }
    for (int i = 0; i < audience.size(); i++) {
      int index = i;
      roles.add(
          Role.parse(audience.get(i).asText())
              .orElseThrow(
                  () ->
                      problem(
                          "/annotations/audience/" + index, "must be \"user\" or \"assistant\"")));
    }
    return roles;
  }

  private static @Nullable Double priority(JsonNode annotations) throws ResourceException {
    JsonNode priority = annotations.path("priority");
    if (priority.isMissingNode()) {
      return null;
    }
    if (!priority.isNumber() || !(priority.doubleValue() >= 0 && priority.doubleValue() <= 1)) {
      throw problem("/annotations/priority", "must be a number between 0 and 1");
    }
    return priority.doubleValue();
  }

  private static @Nullable Instant lastModified(JsonNode annotations) throws ResourceException {
    String value = string(annotations, "/annotations", "lastModified");
    if (value == null) {
      return null;
    }
    try {
      Optional<Instant> usual = Timestamps.parse(value);
      return usual.isPresent() ? usual.get() : OffsetDateTime.parse(value).toInstant();
    } catch (DateTimeException e) {
      throw problem("/annotations/lastModified", "must be an ISO 8601 date and time with offset");
    }
  }

  private static @Nullable String string(JsonNode node, String pointer, String field)
      throws ResourceException {
    JsonNode value = node.path(field);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isTextual()) {
      throw problem(pointer + "/" + field, "must be a string");
    }
    return value.textValue();
  }

  private static @Nullable JsonNode object(JsonNode node, String pointer, String field)
      throws ResourceException {
    JsonNode value = node.path(field);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isObject()) {
      throw problem(JsonValues.child(pointer, field), "must be an object");
    }
    return value;
  }

  private static Map<String, Object> values(JsonNode object, String pointer)
      throws ResourceException {
    var map = new LinkedHashMap<String, Object>();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String key = field.getKey();
      map.put(key, value(field.getValue(), JsonValues.child(pointer, key)));
    }
    return map;
  }

  @SuppressWarnings("NullAway") // JSON has null, and the map's values are JSON
  static Object value(JsonNode node, String pointer) throws ResourceException {
    if (node.isObject()) {
      return values(node, pointer);
    }
    if (node.isArray()) {
      List<Object> list = new ArrayList<>(node.size());
      for (JsonNode element : node) {
        list.add(value(element, pointer + "/" + list.size()));
      }
      return list;
    }
    if (node.isNumber()) {
      return number(node, pointer);
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNull() ? null : node.asText();
  }

  private static Number number(JsonNode node, String pointer) throws ResourceException {
    Number number = node.numberValue();
    // 1e400 is a valid JSON number; as a double it is infinite
    if ((number instanceof Double || number instanceof Float)
        && !Double.isFinite(number.doubleValue())) {
      throw problem(pointer, "must be a finite number");
    }
    return number;
  }

  private static ResourceException problem(String pointer, String rule) {
    String subject = pointer.isEmpty() ? "resource" : pointer;
    return ResourceException.of(ResourceException.Kind.FAILED, null, subject + " " + rule);
  }
}
