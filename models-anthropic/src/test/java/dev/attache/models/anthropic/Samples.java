package dev.attache.models.anthropic;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody;
import dev.attache.resource.ResourceContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parts, messages and tools for tests, and the bodies that come of them. */
final class Samples {

  static final String MODEL = "claude-opus-5-5";
  static final String MARK = ",\"cache_control\":{\"type\":\"ephemeral\"}";

  private static final AnthropicProvider PROVIDER = new AnthropicProvider();
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
          + "rkJggg==";
  private static final String GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

  private Samples() {}

  static ModelProfile profile() {
    return profile(MODEL);
  }

  static ModelProfile profile(String model) {
    return PROVIDER.profiles().of(model);
  }

  /** Returns the profile with other values in place of some. */
  static ModelProfile profile(Map<String, Object> overrides) {
    return PROVIDER.profiles().with(overrides).of(MODEL);
  }

  static ResourceContent png() {
    return ResourceContent.blob(Base64.getDecoder().decode(PNG));
  }

  static ResourceContent gif() {
    return ResourceContent.blob(Base64.getDecoder().decode(GIF));
  }

  static ResourceContent pdf() {
    return bytes(
        "%PDF-1.4\n1 0 obj<</Type/Page>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n");
  }

  static ResourceContent bytes(String ascii) {
    return ResourceContent.blob(ascii.getBytes(UTF_8));
  }

  static PartPlace at(int turn) {
    return new PartPlace(turn, null, -1);
  }

  static RenderedPart.Text text(String text) {
    return new RenderedPart.Text(at(0), RenderedText.of(text));
  }

  static RenderedPart.Resource text(String path, String type, String text) {
    return resource(path, type, ResourceContent.text(text), null);
  }

  static RenderedPart.Resource resource(
      String path, @Nullable String type, ResourceContent content, @Nullable String formatted) {
    String shown = "<resource uri=\"file:///w/" + path + "\">\n…\n</resource>";
    return new RenderedPart.Resource(
        new PartPlace(0, null, 0),
        "file:///w/" + path,
        path,
        null,
        type,
        content,
        formatted == null ? null : RenderedText.of(formatted),
        content.digest(),
        RenderedText.of(shown));
  }

  static RenderedPart.Media media(String type, ResourceContent content) {
    return new RenderedPart.Media(
        at(0), type, content, RenderedText.of("[" + type + " of a tool]"));
  }

  static RenderedPart.ToolCall call(String id, String arguments) {
    return new RenderedPart.ToolCall(at(0), id, "look", arguments);
  }

  static RenderedPart.ToolResult result(String id, RenderedPart... content) {
    return new RenderedPart.ToolResult(at(0), id, "look", false, List.of(content));
  }

  static RenderedPart.ToolResult failed(String id, RenderedPart... content) {
    return new RenderedPart.ToolResult(at(0), id, "look", true, List.of(content));
  }

  static RenderedMessage user(RenderedPart... parts) {
    return new RenderedMessage(Role.USER, 0, List.of(parts));
  }

  static RenderedMessage model(RenderedPart... parts) {
    return new RenderedMessage(Role.ASSISTANT, 0, List.of(parts));
  }

  static RenderedMessage tool(RenderedPart... parts) {
    return new RenderedMessage(Role.TOOL, 0, List.of(parts));
  }

  static OfferedTool tool(String name, String schema) {
    return new OfferedTool(name, "Does " + name + ".", object(schema));
  }

  static OfferedTool refresh() {
    return tool(
        "refresh_resource",
        "{\"type\":\"object\",\"properties\":{\"uri\":{\"type\":\"string\"}},"
            + "\"required\":[\"uri\"],\"additionalProperties\":false}");
  }

  static Map<String, Object> object(String json) {
    try {
      return JSON.readValue(json, new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  static ModelRequest request(RenderedMessage... messages) {
    return ModelRequest.of(profile(), MODEL, List.of(messages));
  }

  static RequestBody rendered(ModelRequest request) {
    try {
      return PROVIDER.render(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String body(ModelRequest request) {
    return text(rendered(request));
  }

  static String text(RequestBody body) {
    var out = new ByteArrayOutputStream();
    try {
      body.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(UTF_8);
  }

  /** Returns the array of messages of a body, without marks of the cache. */
  static String messages(ModelRequest request) {
    String body = body(request).replace(MARK, "");
    return body.substring(body.indexOf(",\"messages\":") + 12, body.length() - 1);
  }
}
