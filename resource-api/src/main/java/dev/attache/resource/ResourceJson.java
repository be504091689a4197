package dev.attache.resource;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.json.Timestamps;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a {@link Resource}: MCP's flat resource contents ({@code uri}, {@code mimeType},
 * {@code text} or base64 {@code blob}, {@code annotations}, {@code _meta}; revision 2025-11-25) and
 * beside them {@code name}, {@code title}, {@code description} and {@code formatted}.
 *
 * <p>Absent fields are omitted. The order of the fields and of the keys of {@code _meta} is fixed,
 * so one resource always gives the same bytes. Reading is strict about what is there, with a JSON
 * pointer in the message, and ignores keys that it does not know. Thread-safe.
 */
public final class ResourceJson {

  private static final JsonFactory JSON = new JsonFactory();

  private ResourceJson() {}

  /**
   * {@return the JSON object of a resource on one line}
   *
   * @param resource read in full, and held in memory as the text is
   * @throws IOException if a stored content cannot be read
   */
  public static String write(Resource resource) throws IOException {
    var out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      writeHeadTo(json, resource);
      writeContentTo(json, resource.content());
      writeTailTo(json, resource);
      json.writeEndObject();
    }
    return out.toString();
  }

  /**
   * Writes the fields before the content, {@code uri} and {@code mimeType}, into an open object.
   *
   * @param json in an open object
   * @param resource of which the content is not read
   * @throws IOException if nothing can be written
   */
  public static void writeHeadTo(JsonGenerator json, Resource resource) throws IOException {
    json.writeStringField("uri", resource.uri().value());
    writeOptional(json, "mimeType", resource.mimeType());
  }

  /**
   * Writes the field {@code text} or {@code blob} into an open object.
   *
   * @param json in an open object
   * @param content read once; a text as {@code text}, all else in Base64 as {@code blob}
   * @throws IOException if nothing can be written, or a stored content cannot be read
   */
  public static void writeContentTo(JsonGenerator json, ResourceContent content)
      throws IOException {
    json.writeFieldName(content.isText() ? "text" : "blob");
    try {
      content.match(
          text -> unchecked(() -> json.writeString(text.value())),
          blob -> unchecked(() -> writeBlob(json, blob)),
          stored -> unchecked(() -> writeStored(json, stored)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Writes the fields after the content, from {@code annotations} on, into an open object.
   *
   * @param json in an open object
   * @param resource of which the content is not read; a field that it does not have is left out
   * @throws IOException if nothing can be written
   */
  public static void writeTailTo(JsonGenerator json, Resource resource) throws IOException {
    Annotations annotations = resource.annotations();
    if (annotations != null) {
      writeAnnotationsTo(json, annotations);
    }
    writeOptional(json, "name", resource.name());
    writeOptional(json, "title", resource.title());
    writeOptional(json, "description", resource.description());
    writeOptional(json, "formatted", resource.formatted());
    if (!resource.meta().isEmpty()) {
      json.writeFieldName("_meta");
      writeValue(json, resource.meta());
    }
  }

  /**
   * Writes the field {@code annotations} into an open object.
   *
   * @param json in an open object
   * @param annotations written even if they say nothing
   * @throws IOException if nothing can be written
   */
  public static void writeAnnotationsTo(JsonGenerator json, Annotations annotations)
      throws IOException {
    json.writeObjectFieldStart("annotations");
    if (!annotations.audience().isEmpty()) {
      json.writeArrayFieldStart("audience");
      for (Role role : annotations.audience()) {
        json.writeString(role.toString());
      }
      json.writeEndArray();
    }
    if (annotations.priority() != null) {
      json.writeFieldName("priority");
      writeScalar(json, annotations.priority());
    }
    if (annotations.lastModified() != null) {
      json.writeStringField("lastModified", Timestamps.format(annotations.lastModified()));
    }
    json.writeEndObject();
  }

  /**
   * Writes a JSON object, as that of {@code _meta}.
   *
   * @param json where a value can stand
   * @param object JSON values by name, written in the order of the map
   * @throws IllegalArgumentException if a number in it is not finite
   * @throws IOException if nothing can be written
   */
  public static void writeObjectTo(JsonGenerator json, Map<String, Object> object)
      throws IOException {
    writeValue(json, object);
  }

  /**
   * Writes any JSON value.
   *
   * @param json where a value can stand
   * @param value a JSON value, as for {@link Resource#meta}; null is JSON's own
   * @throws IllegalArgumentException as {@link #writeObjectTo} does
   * @throws IOException if nothing can be written
   */
  public static void writeValueTo(JsonGenerator json, @Nullable Object value) throws IOException {
    writeValue(json, value);
  }

  /**
   * {@return any JSON value as a text on one line}
   *
   * @param value a JSON value, as for {@link Resource#meta}; null is JSON's own
   * @throws IllegalArgumentException as {@link #writeObjectTo} does
   */
  public static String text(@Nullable Object value) {
    var out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      writeValue(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
    return out.toString();
  }

  /**
   * Reads a resource.
   *
   * @param node an object with {@code uri} and either {@code text} or {@code blob}
   * @return the resource, with its content in memory
   * @throws ResourceException of kind {@code FAILED} if a field that is there is not as it must be;
   *     the message begins with the JSON pointer of that field
   */
  public static Resource read(JsonNode node) throws ResourceException {
    return ResourceJsonReader.read(node);
  }

  /**
   * Reads a resource whose content is not in the object; fields for one are ignored.
   *
   * @param node an object with {@code uri}
   * @param content taken as it is
   * @return the resource, with just this content
   * @throws ResourceException as {@link #read(JsonNode)} does
   */
  public static Resource read(JsonNode node, ResourceContent content) throws ResourceException {
    return ResourceJsonReader.read(node, content);
  }

  /**
   * Reads the annotations in an object that has some, as resources and text blocks do.
   *
   * @param node the object around them, not the annotations themselves
   * @return the annotations; null if there are none
   * @throws ResourceException as {@link #read(JsonNode)} does
   */
  public static @Nullable Annotations readAnnotations(JsonNode node) throws ResourceException {
    return ResourceJsonReader.annotations(node);
  }

  /**
   * Reads the object in a field, as that of {@code _meta}; empty if there is no such field.
   *
   * @param node the object around it
   * @param field its name, such as {@code _meta}
   * @return JSON values by name, in order
   * @throws ResourceException as {@link #read(JsonNode)} does
   */
  public static Map<String, Object> readObject(JsonNode node, String field)
      throws ResourceException {
    return ResourceJsonReader.object(node, field);
  }

  /**
   * Reads any JSON value.
   *
   * @param node any value; missing ones count as null
   * @param pointer where it stands, for the message
   * @return a value as for {@link Resource#meta}; null is JSON's own
   * @throws ResourceException as {@link #read(JsonNode)} does, for a number that is not finite
   */
  public static @Nullable Object readValue(JsonNode node, String pointer) throws ResourceException {
    return ResourceJsonReader.value(node, pointer);
  }

  private static void writeBlob(JsonGenerator json, Blob blob) throws IOException {
    try (InputStream in = blob.open()) {
      json.writeBinary(in, (int) blob.size());
    }
  }

  private static void writeStored(JsonGenerator json, Stored stored) throws IOException {
    try (InputStream in = stored.open()) {
      byte[] bytes = in.readAllBytes();
      if (stored.isText()) {
        json.writeString(decode(bytes, stored.digest()));
      } else {
        json.writeBinary(bytes);
      }
    }
  }

  private static String decode(byte[] utf8, ContentDigest digest) throws IOException {
    return Text.parseUtf8(utf8, 0, utf8.length)
        .orElseThrow(
            () ->
                new IOException("content " + digest + " is stored as text but is not valid UTF-8"))
        .value();
  }

  private static void writeValue(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName((String) entry.getKey());
        writeValue(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Collection<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        writeValue(json, element);
      }
      json.writeEndArray();
    } else {
      writeScalar(json, value);
    }
  }

  private static void writeScalar(JsonGenerator json, @Nullable Object value) throws IOException {
    // Double.toString gives other digits before JDK 19 than after; this one is always the shortest.
    if ((value instanceof Double || value instanceof Float)
        && !Double.isFinite(((Number) value).doubleValue())) {
      throw new IllegalArgumentException("number (" + value + ") must be finite");
    } else if (value instanceof Double number) {
      json.writeNumber(NumberOutput.toString(number, true));
    } else if (value instanceof Float number) {
      json.writeNumber(NumberOutput.toString(number, true));
    } else {
      json.writeObject(value); // null, Boolean, Number or String: the generator knows them all
    }
  }

  private static void writeOptional(JsonGenerator json, String field, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(field, value);
    }
  }

  private interface Write {
    void run() throws IOException;
  }

  private static boolean unchecked(Write write) {
    try {
      write.run();
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
