package dev.attache.resource.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.resource.Annotations;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.JsonFault;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object within a block. A null is as no field, and every complaint begins with
 * the JSON pointer (RFC 6901) of the field.
 */
record BlockJsonFields(JsonNode node, String pointer) {

  static BlockJsonFields of(JsonNode node, String pointer) throws ResourceException {
    if (!node.isObject()) {
      throw problem((pointer.isEmpty() ? "it" : pointer) + " must be an object");
    }
    return new BlockJsonFields(node, pointer);
  }

  boolean has(String field) {
    return node.hasNonNull(field);
  }

  @Nullable String string(String field) throws ResourceException {
    if (!has(field)) {
      return null;
    }
    if (!node.get(field).isTextual()) {
      throw problem(field, "must be a string");
    }
    return node.get(field).textValue();
  }

  String requireString(String field) throws ResourceException {
    String value = string(field);
    if (value == null) {
      throw problem(field, "is missing");
    }
    return value;
  }

  @Nullable Long size(String field) throws ResourceException {
    if (!has(field)) {
      return null;
    }
    JsonNode value = node.get(field);
    boolean isWhole =
        value.isNumber()
            && value.doubleValue() >= 0
            && value.doubleValue() < Long.MAX_VALUE
            && value.doubleValue() == Math.rint(value.doubleValue());
    if (!isWhole) {
      throw problem(field, "must be a number of bytes");
    }
    return value.longValue();
  }

  BlockJsonFields requireObject(String field) throws ResourceException {
    if (!has(field)) {
      throw problem(field, "is missing");
    }
    return of(node.get(field), pointer(field));
  }

  /** The values of an object by their keys; none if there is no such field. */
  Map<String, Object> values(String field) throws ResourceException {
    try {
      return has(field) ? ResourceJson.readObject(node, field) : Map.of();
    } catch (ResourceException e) {
      throw inside(e);
    }
  }

  @Nullable Annotations annotations() throws ResourceException {
    try {
      return ResourceJson.readAnnotations(withoutNulls());
    } catch (ResourceException e) {
      throw inside(e);
    }
  }

  /** This object without fields that are null, and without those of its annotations. */
  ObjectNode withoutNulls() {
    ObjectNode present = present(node);
    JsonNode annotations = present.get("annotations");
    if (annotations != null && annotations.isObject()) {
      present.set("annotations", present(annotations));
    }
    return present;
  }

  ResourceException problem(String field, String rule) {
    return problem(pointer(field) + " " + rule);
  }

  static ResourceException problem(String message) {
    return ResourceException.of(ResourceException.Kind.FAILED, null, JsonFault.cut(message));
  }

  /** What is wrong with a part of this object, which says where in that part. */
  ResourceException inside(ResourceException e) {
    String message = e.message();
    return problem(
        pointer
            + (message.startsWith("resource") ? message.substring("resource".length()) : message));
  }

  private String pointer(String field) {
    return pointer + "/" + field;
  }

  private static ObjectNode present(JsonNode object) {
    ObjectNode present = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (!field.getValue().isNull()) {
        present.set(field.getKey(), field.getValue());
      }
    }
    return present;
  }
}
