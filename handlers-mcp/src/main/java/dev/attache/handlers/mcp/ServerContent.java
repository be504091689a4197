package dev.attache.handlers.mcp;

import dev.attache.html.HtmlConverter;
import dev.attache.html.HtmlForm;
import dev.attache.mcp.ServerText;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.json.Base64Text;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code contents} as a resource; as two, if it has a text and other bytes besides.
 */
final class ServerContent {

  private static final String OURS = "dev.attache/";

  /** The beginning of the keys that the protocol itself uses. */
  private static final String PROTOCOL = "io.modelcontextprotocol/";

  private final ResourceUri candidate;
  private final McpAddress address;
  private final Map<String, Object> fields;
  private final String place;
  private final HandlerContext context;
  private final ResourceUri uri;
  private final Map<String, Object> entry;

  /**
   * @param place where the entry stands, followed by a space; empty if it is the only one
   */
  ServerContent(
      ResourceUri candidate,
      McpAddress address,
      Map<String, Object> fields,
      String place,
      Function<String, @Nullable ListEntry> list,
      HandlerContext context) {
    this.candidate = candidate;
    this.address = address;
    this.fields = fields;
    this.place = place;
    this.context = context;
    this.uri = uri();
    String given = fields.get("uri") instanceof String text ? text : address.uri();
    ListEntry listed = list.apply(given);
    this.entry = listed == null ? Map.of() : listed.fields();
  }

  private ResourceUri uri() {
    Object given = fields.get("uri");
    ResourceUri asked = ResourceUri.parse(address.uri()).orElse(candidate);
    ResourceUri own = given instanceof String text ? ResourceUri.parse(text).orElse(null) : null;
    if (own != null) {
      return own;
    }
    String problem =
        given == null
            ? "the server gave no URI; this is the requested one"
            : "the server gave an invalid URI, "
                + ServerText.line(given.toString())
                + "; this is the requested one";
    context.note(asked, problem);
    return asked;
  }

  /** Returns the resource, or both. */
  List<Resource> resources(Map<String, Object> result) throws ResourceException {
    Text text = text();
    byte[] blob = blob();
    var resources = new ArrayList<Resource>(1);
    if (text != null) {
      resources.add(complete(page(context.read(uri, text, hints())), result));
    }
    if (blob != null && (text == null || !Arrays.equals(blob, text.toByteArray()))) {
      var in = new ByteArrayInputStream(blob);
      resources.add(complete(context.read(uri, in, hints()), result));
      if (text != null) {
        context.note(uri, "the server gave a text and, besides, other bytes; both are kept");
      }
    }
    if (resources.isEmpty()) {
      context.note(uri, "the server gave neither text nor bytes");
      resources.add(complete(context.read(uri, Text.of(""), hints()), result));
    }
    return resources;
  }

  private @Nullable Text text() throws ResourceException {
    Object given = fields.get("text");
    if (given == null) {
      return null;
    }
    if (!(given instanceof String text)) {
      throw wrong("text", "is not a string");
    }
    try {
      return Text.of(text);
    } catch (IllegalArgumentException e) {
      context.note(uri, "the server's text has unpaired surrogates, shown as U+FFFD");
      return Text.of(ServerText.whole(text));
    }
  }

  private byte @Nullable [] blob() throws ResourceException {
    Object given = fields.get("blob");
    if (given == null) {
      return null;
    }
    if (!(given instanceof String text)) {
      throw wrong("blob", "is not a string");
    }
    try {
      return Base64Text.decode(text);
    } catch (IllegalArgumentException e) {
      throw wrong("blob", "is not base64: it " + e.getMessage());
    }
  }

  private ResourceException wrong(String field, String rule) {
    String message = place + "in the server's answer is broken: its " + field + " " + rule;
    return ResourceException.of(
        Kind.FAILED, candidate.value(), place.isEmpty() ? "the only entry " + message : message);
  }

  private ContentHints hints() {
    String declared = ListEntry.text(fields, "mimeType");
    return new ContentHints(
        path(), declared == null ? ListEntry.text(entry, "mimeType") : declared);
  }

  /** What stands for a file name in the URI. */
  private String path() {
    String value = uri.value();
    int end = value.length();
    for (int i = value.indexOf(':') + 1; i < end; i++) {
      if (value.charAt(i) == '?' || value.charAt(i) == '#') {
        end = i;
      }
    }
    return value.substring(value.indexOf(':') + 1, end);
  }

  /** Gives an HTML page the form that pages of URLs have. */
  private Resource.Builder page(Resource.Builder resource) {
    Resource page = resource.build();
    String type = String.valueOf(page.mimeType());
    HtmlForm form =
        HtmlForm.parse(context.configuration().string("html", HtmlForm.MARKDOWN.toString()));
    if (form != HtmlForm.RAW && HtmlConverter.TYPES.contains(type)) {
      Semaphore turn = context.perRun(Semaphore.class, () -> new Semaphore(1, true));
      context.convert(
          uri,
          resource,
          new HtmlConverter(form == HtmlForm.MARKDOWN, turn),
          ConversionSource.of(page.content(), type, null),
          context.timeout());
    }
    return resource;
  }

  private Resource complete(Resource.Builder resource, Map<String, Object> result) {
    String title = either("title");
    if (title != null) {
      resource.title(title);
    }
    resource
        .name(either("name"))
        .description(either("description"))
        .annotations(ServerHints.of(fields, entry, note -> context.note(uri, note)));
    Resource complete = resource.build();
    if (!hasMeta(result)) {
      return complete;
    }
    try {
      addMeta(resource, result);
      return resource.build();
    } catch (IllegalArgumentException e) {
      context.note(
          uri, "ignored the server's _meta: " + ServerText.line(String.valueOf(e.getMessage())));
      return complete;
    }
  }

  private @Nullable String either(String key) {
    String own = ListEntry.text(fields, key);
    return own == null ? ListEntry.text(entry, key) : own;
  }

  /** What is said of all contents of the answer, but for what the protocol itself puts there. */
  private static void addMetaOf(Map<String, Object> result, Resource.Builder resource) {
    if (result.get("_meta") instanceof Map<?, ?> values) {
      values.forEach(
          (key, value) -> {
            if (!String.valueOf(key).startsWith(PROTOCOL)) {
              resource.meta(String.valueOf(key), value);
            }
          });
    }
  }

  private boolean hasMeta(Map<String, Object> result) {
    return fields.containsKey("_meta")
        || result.containsKey("_meta")
        || result.containsKey("ttlMs")
        || result.containsKey("cacheScope");
  }

  private void addMeta(Resource.Builder resource, Map<String, Object> result) {
    addMetaOf(result, resource);
    Object meta = fields.get("_meta");
    if (meta instanceof Map<?, ?> values) {
      values.forEach((key, value) -> resource.meta(String.valueOf(key), value));
    } else if (meta != null) {
      context.note(uri, "the server's _meta is not an object and is ignored");
    }
    if (result.get("ttlMs") instanceof Number ttl) {
      resource.meta(OURS + "ttlMs", ttl);
    }
    if (result.get("cacheScope") instanceof String scope) {
      resource.meta(OURS + "cacheScope", ServerText.line(scope));
    }
  }
}
