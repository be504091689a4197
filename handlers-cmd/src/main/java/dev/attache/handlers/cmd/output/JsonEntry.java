package dev.attache.handlers.cmd.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.handlers.cmd.spelling.UriPath;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one resource in JSON: the fields as {@link ResourceJson} has them, the content
 * through the engine, for its limits and its decision on the type. Fields that are null are
 * missing.
 *
 * @param asked the URI of a resource that names none, where it is the only one
 * @param schemes those whose URIs have a canonical form that is known
 * @param mimeType the type of what names none, or null
 */
record JsonEntry(
    ResourceUri asked, Set<String> schemes, @Nullable String mimeType, HandlerContext context) {

  private static final int BASE64_DIGITS = 4;
  private static final int BASE64_BYTES = 3;

  /**
   * Reads a resource.
   *
   * @param pointer where it stands (RFC 6901)
   * @param isOnly whether there is no other
   * @throws ResourceException with the pointer to what is wrong
   */
  Resource read(JsonNode node, String pointer, boolean isOnly) throws ResourceException {
    ObjectNode fields = withoutNulls(node);
    if (isOnly && node.isObject() && !fields.has("uri")) {
      fields.put("uri", asked.value());
    }
    if (fields.path("annotations").isObject()) {
      fields.set("annotations", withoutNulls(fields.get("annotations")));
    }
    requireContent(fields, pointer);
    Resource given = given(node.isObject() ? fields : node, pointer);
    try {
      return read(given);
    } catch (ResourceException e) {
      throw e.kind() == Kind.TOO_LARGE ? tooLarge(pointer, e.message()) : e;
    } catch (IOException e) {
      throw new AssertionError(e); // it is in memory
    }
  }

  /** What would cost much, or mean something else to a later reader. */
  private void requireContent(ObjectNode fields, String pointer) throws ResourceException {
    String blob = fields.path("blob").textValue();
    if (blob != null
        && (long) blob.length() / BASE64_DIGITS * BASE64_BYTES - BASE64_BYTES
            > context.maxBytes()) {
      throw tooLarge(
          pointer + "/blob", "is larger than the limit of " + context.maxBytes() + " bytes");
    }
    String text = fields.path("text").textValue();
    if (text != null && text.indexOf('\0') >= 0) {
      throw problem(
          asked,
          pointer + "/text",
          "must not contain a NUL; put binary content into blob, in base64");
    }
  }

  private Resource given(JsonNode fields, String pointer) throws ResourceException {
    try {
      return ResourceJson.read(fields);
    } catch (ResourceException e) {
      String message = e.message();
      boolean isPointer = message.startsWith("/");
      int space = message.indexOf(' ');
      throw problem(
          asked,
          pointer + (isPointer ? message.substring(0, space) : ""),
          message.substring(space + 1));
    }
  }

  private Resource read(Resource given) throws IOException {
    ResourceUri uri =
        schemes.contains(given.uri().scheme())
            ? UriPath.withLowerCaseScheme(given.uri())
            : given.uri();
    String declared = given.mimeType() == null ? mimeType : given.mimeType();
    var hints = new ContentHints(UriPath.fileName(uri), declared);
    Resource.Builder resource;
    if (given.content() instanceof Text text) {
      resource = context.read(uri, text, hints);
    } else {
      try (InputStream in = given.content().open()) {
        resource = context.read(uri, in, hints);
      }
    }
    resource
        .annotations(given.annotations())
        .name(given.name())
        .title(given.title())
        .description(given.description())
        .formatted(given.formatted());
    given.meta().forEach(resource::meta);
    return resource.build();
  }

  /** Returns the resource that a text is which names none. */
  Resource ofText(String text, Map<String, Object> meta) throws ResourceException {
    Text content;
    try {
      content = ResourceContent.text(text);
    } catch (IllegalArgumentException e) {
      throw problem(asked, "/content", "must not contain an unpaired surrogate");
    }
    String declared = mimeType;
    Resource.Builder resource = context.read(asked, content, ContentHints.ofDeclaredType(declared));
    meta.forEach(resource::meta);
    return resource.build();
  }

  /** Returns the resource that an image is. */
  Resource ofImage(MediaBlock image, Map<String, Object> meta) throws ResourceException {
    String declared = mimeType == null ? image.mimeType() : mimeType;
    try (InputStream in = image.data().open()) {
      Resource.Builder resource = context.read(asked, in, ContentHints.ofDeclaredType(declared));
      meta.forEach(resource::meta);
      return resource.build();
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw new AssertionError(e); // it is in memory
    }
  }

  private static ObjectNode withoutNulls(JsonNode node) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!field.getValue().isNull()) {
        fields.set(field.getKey(), field.getValue());
      }
    }
    return fields;
  }

  private ResourceException tooLarge(String pointer, String rule) {
    return problem(Kind.TOO_LARGE, asked, pointer, rule);
  }

  /** What is wrong at one place of the JSON that a program printed. */
  static ResourceException problem(ResourceUri asked, String pointer, String rule) {
    return problem(Kind.FAILED, asked, pointer, rule);
  }

  private static ResourceException problem(
      Kind kind, ResourceUri asked, String pointer, String rule) {
    String place = pointer.isEmpty() ? "the resource" : pointer;
    return ResourceException.of(kind, asked.value(), "printed JSON in which " + place + " " + rule);
  }
}
