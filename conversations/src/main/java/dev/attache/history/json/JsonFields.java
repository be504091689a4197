package dev.attache.history.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.history.StoreException;
import dev.attache.resource.Annotations;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.Text;
import dev.attache.resource.json.JsonFault;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.json.Timestamps;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object within a line. A null is as no field; what else is there must be as
 * it should, and every complaint begins with the JSON pointer (RFC 6901) of the field.
 */
final class JsonFields {

  /** What Java decodes malformed bytes to; it may also stand there itself. */
  private static final char MALFORMED = '\ufffd';

  private static final String NO_STRING = "must be a string";

  private final JsonNode node;
  private final FieldPath path;

  private JsonFields(JsonNode node, FieldPath path) {
    this.node = node;
    this.path = path;
  }

  static JsonFields of(JsonNode node, FieldPath path) throws StoreException {
    if (!node.isObject()) {
      throw problemAt(path, "must be an object");
    }
    return new JsonFields(node, path);
  }

  /** Reads the object of a line. */
  static JsonFields ofLine(byte[] line) throws StoreException {
    try {
      return of(JsonTree.parse(text(line)), FieldPath.LINE);
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Returns the text of a line. */
  static String text(byte[] line) throws StoreException {
    String text = new String(line, UTF_8);
    if (text.indexOf(MALFORMED) < 0) { // which costs nothing where all is ASCII
      return text;
    }
    return Text.parseUtf8(line, 0, line.length)
        .orElseThrow(() -> StoreException.of(StoreException.Kind.CORRUPT, "is not UTF-8"))
        .value();
  }

  static StoreException unreadable(IOException e) {
    return StoreException.of(
        StoreException.Kind.CORRUPT, "cannot be read as JSON: " + JsonFault.of(e), e);
  }

  JsonNode node() {
    return node;
  }

  /** The place of this object. */
  FieldPath path() {
    return path;
  }

  FieldPath path(String field) {
    return path.field(field);
  }

  boolean has(String field) {
    return get(field) != null;
  }

  /** The value of a field; null if there is none, or a null. */
  @Nullable JsonNode get(String field) {
    JsonNode value = node.get(field);
    return value == null || value.isNull() ? null : value;
  }

  @Nullable String string(String field) throws StoreException {
    JsonNode value = get(field);
    if (value != null && !value.isTextual()) {
      throw problem(field, NO_STRING);
    }
    return value == null ? null : value.textValue();
  }

  String string(String field, String otherwise) throws StoreException {
    String value = string(field);
    return value == null ? otherwise : value;
  }

  String requireString(String field) throws StoreException {
    String value = string(field);
    if (value == null) {
      throw problem(field, "is missing");
    }
    return value;
  }

  boolean flag(String field) throws StoreException {
    JsonNode value = get(field);
    if (value != null && !value.isBoolean()) {
      throw problem(field, "must be true or false");
    }
    return value != null && value.booleanValue();
  }

  int requireInt(String field) throws StoreException {
    long value = requireLong(field);
    if (value != (int) value) {
      throw problem(field, "must be at most " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  long requireLong(String field) throws StoreException {
    JsonNode value = get(field);
    if (value == null) {
      throw problem(field, "is missing");
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw problem(field, "must be an integer from 0 on");
    }
    return value.longValue();
  }

  /** An integer that may be negative; 0 if there is none. */
  long signed(String field) throws StoreException {
    JsonNode value = get(field);
    if (value != null && (!value.isIntegralNumber() || !value.canConvertToLong())) {
      throw problem(field, "must be an integer");
    }
    return value == null ? 0 : value.longValue();
  }

  Instant instant(String field, Instant otherwise) throws StoreException {
    String value = string(field);
    if (value == null) {
      return otherwise;
    }
    try {
      Optional<Instant> usual = Timestamps.parse(value);
      return usual.isPresent() ? usual.get() : Instant.parse(value);
    } catch (DateTimeException e) {
      throw problem(field, "must be an ISO 8601 date and time with offset");
    }
  }

  @Nullable JsonFields object(String field) throws StoreException {
    JsonNode value = get(field);
    return value == null ? null : of(value, path(field));
  }

  JsonFields requireObject(String field) throws StoreException {
    JsonFields value = object(field);
    if (value == null) {
      throw problem(field, "is missing");
    }
    return value;
  }

  /** What reads an element of an array. */
  @FunctionalInterface
  interface Element<T> {
    T read(JsonNode element, FieldPath path) throws StoreException;
  }

  /** The elements of an array; none if there is no such field. */
  <T> List<T> list(String field, Element<? extends T> element) throws StoreException {
    JsonNode array = get(field);
    var list = new ArrayList<T>();
    if (array == null) {
      return list;
    }
    if (!array.isArray()) {
      throw problem(field, "must be an array");
    }
    FieldPath at = path(field);
    for (JsonNode each : array) {
      list.add(element.read(each, at.element(list.size())));
    }
    return list;
  }

  List<String> strings(String field) throws StoreException {
    return list(field, JsonFields::string);
  }

  /** The values of an object by their keys; none if there is no such field. */
  Map<String, Object> values(String field) throws StoreException {
    if (!has(field)) {
      return Map.of();
    }
    try {
      return ResourceJson.readObject(node, field);
    } catch (ResourceException e) {
      throw problem(path, e);
    }
  }

  /** Any JSON value; null if there is no such field, or a null. */
  @Nullable Object value(String field) throws StoreException {
    JsonNode value = get(field);
    try {
      return value == null ? null : ResourceJson.readValue(value, path(field).toString());
    } catch (ResourceException e) {
      throw problem(FieldPath.LINE, e);
    }
  }

  @Nullable Annotations annotations() throws StoreException {
    try {
      Annotations annotations = ResourceJson.readAnnotations(withoutNulls());
      return annotations == null || annotations.isEmpty() ? null : annotations;
    } catch (ResourceException e) {
      throw problem(path, e);
    }
  }

  /**
   * This object without fields that are null, and without those of its annotations; the object
   * itself if it has none, so that nobody may change it.
   */
  JsonNode withoutNulls() {
    JsonNode annotations = node.get("annotations");
    boolean isAnnotated = annotations != null && annotations.isObject();
    if (!hasNull(node) && !(isAnnotated && hasNull(annotations))) {
      return node;
    }
    ObjectNode present = present(node);
    if (isAnnotated) {
      present.set("annotations", present(annotations));
    }
    return present;
  }

  private static boolean hasNull(JsonNode object) {
    for (JsonNode value : object) {
      if (value.isNull()) {
        return true;
      }
    }
    return false;
  }

  /** This object without some of its fields. */
  ObjectNode without(Set<String> names) {
    return without(node, names);
  }

  /** An object without some of its fields. */
  static ObjectNode without(JsonNode object, Set<String> names) {
    ObjectNode others = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (!names.contains(field.getKey())) {
        others.set(field.getKey(), field.getValue());
      }
    }
    return others;
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

  StoreException problem(String field, String rule) {
    return problemAt(path(field), rule);
  }

  static String string(JsonNode value, FieldPath path) throws StoreException {
    if (!value.isTextual()) {
      throw problemAt(path, NO_STRING);
    }
    return value.textValue();
  }

  static StoreException problemAt(FieldPath path, String rule) {
    String pointer = path.toString();
    String subject = pointer.isEmpty() ? "the line" : Sanitizer.sanitizeLine(pointer);
    return StoreException.of(StoreException.Kind.CORRUPT, subject + " " + rule);
  }

  /** What was wrong with a part of this object, which says where in that part. */
  static StoreException problem(FieldPath path, ResourceException e) {
    String message = e.message();
    String rest = message.startsWith("resource") ? message.substring("resource".length()) : message;
    return StoreException.of(StoreException.Kind.CORRUPT, Sanitizer.sanitizeLine(path + rest), e);
  }
}
