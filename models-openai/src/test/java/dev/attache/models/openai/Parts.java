package dev.attache.models.openai;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.resource.ResourceContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages and parts as conversations come to them. */
final class Parts {

  static final byte[] PNG =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
                  + "rkJggg==");
  static final byte[] PDF =
      "%PDF-1.4\n1 0 obj<</Type/Page>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"
          .getBytes(ISO_8859_1);

  static final List<ModelProvider> PROVIDERS =
      List.of(new OpenAiResponses(), new OpenAiChat(), new OpenAiCompatible(), new OpenRouter());

  private static final PartPlace PLACE = new PartPlace(0, null, 0);

  private Parts() {}

  static RenderedMessage user(RenderedPart... parts) {
    return new RenderedMessage(Role.USER, 0, List.of(parts));
  }

  static RenderedMessage assistant(RenderedPart... parts) {
    return new RenderedMessage(Role.ASSISTANT, 0, List.of(parts));
  }

  static RenderedMessage results(RenderedPart... parts) {
    return new RenderedMessage(Role.TOOL, 0, List.of(parts));
  }

  static RenderedPart text(String text) {
    return new RenderedPart.Text(PLACE, RenderedText.of(text));
  }

  static RenderedPart notice(String line) {
    return new RenderedPart.Notice(PLACE, line);
  }

  static RenderedPart reference(String line) {
    return new RenderedPart.Reference(PLACE, line);
  }

  static RenderedPart opaque(String api, String raw) {
    return new RenderedPart.Opaque(PLACE, api, raw);
  }

  static RenderedPart call(String id, String name, String arguments) {
    return new RenderedPart.ToolCall(PLACE, id, name, arguments);
  }

  static RenderedPart result(String id, RenderedPart... content) {
    return new RenderedPart.ToolResult(PLACE, id, "refresh_resource", false, List.of(content));
  }

  static RenderedPart failure(String id, RenderedPart... content) {
    return new RenderedPart.ToolResult(PLACE, id, "refresh_resource", true, List.of(content));
  }

  static RenderedPart source(String path, String text) {
    return resource(path, "text/plain", ResourceContent.text(text));
  }

  static RenderedPart image(String path) {
    return resource(path, "image/png", ResourceContent.blob(PNG));
  }

  static RenderedPart pdf(String path) {
    return resource(path, "application/pdf", ResourceContent.blob(PDF));
  }

  static RenderedPart media() {
    return new RenderedPart.Media(
        PLACE, "image/png", ResourceContent.blob(PNG), RenderedText.of("[image]"));
  }

  static RenderedPart resource(String path, @Nullable String mimeType, ResourceContent content) {
    String shown =
        content.isText()
            ? "<resource path=\"" + path + "\">\n" + textOf(content) + "\n</resource>"
            : "<resource path=\"" + path + "\"/>";
    return new RenderedPart.Resource(
        PLACE,
        "file:///p/" + path,
        path,
        null,
        mimeType,
        content,
        null,
        content.digest(),
        RenderedText.of(shown));
  }

  /** A tool whose schema is as given; it is never called. */
  static OfferedTool tool(String name, String description, Map<String, Object> schema) {
    return new OfferedTool(name, description, schema);
  }

  /** An object in the order of its names and values. */
  static Map<String, Object> object(Object... namesAndValues) {
    var object = new LinkedHashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return object;
  }

  static ModelRequest request(ModelProvider provider, RenderedMessage... messages) {
    return ModelRequest.of(provider.profiles().standard(), "m", List.of(messages));
  }

  /** What a provider writes. */
  static String body(ModelProvider provider, ModelRequest request) {
    try {
      var out = new ByteArrayOutputStream();
      provider.render(request).writeTo(out);
      return out.toString(UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A whole conversation of two turns, with all kinds of parts. */
  static ModelRequest conversation(ModelProvider provider, String model) {
    var messages =
        List.of(
            user(
                source("src/Main.java", "class Main {}\n"),
                pdf("docs/spec.pdf"),
                image("logo.png"),
                resource("a.heic", "image/heic", ResourceContent.blob(new byte[] {1, 2, 3})),
                notice("[note: notes.txt was left out, since it is empty]"),
                text("Review this \"please\".")),
            assistant(
                opaque(
                    "openai-responses",
                    "{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],"
                        + "\"encrypted_content\":\"gAAA\"}"),
                opaque(
                    "openrouter-chat",
                    "{\"type\":\"reasoning.encrypted\",\"data\":\"gAAA\",\"index\":0}"),
                opaque("anthropic-messages", "{\"type\":\"thinking\",\"thinking\":\"…\"}"),
                text("I look at them again."),
                call("call_1", "refresh_resource", "{\"uri\":\"file:///p/logo.png\"}"),
                call("call_2", "note", "{\"text\":\"ä\"}")),
            results(
                result("call_1", image("logo.png"), text("It has changed.")),
                failure("call_2", text("no room left"))),
            assistant(text("Done.")),
            user(reference("[file:///p/src/Main.java is as it was in turn 0]"), text("And now?")));
    var extra = object("prompt_cache_key", "conv:1");
    return new ModelRequest(
        provider.profiles().of(model),
        model,
        "You are brief.",
        tools(),
        messages,
        object(
            "type",
            "object",
            "properties",
            object("verdict", object("type", "string", "enum", List.of("good", "bad"))),
            "required",
            List.of("verdict"),
            "additionalProperties",
            false),
        2000,
        true,
        extra);
  }

  private static List<OfferedTool> tools() {
    var uri = object("type", "string", "description", "Exact uri of an attached resource");
    var tools = new ArrayList<OfferedTool>();
    tools.add(
        tool(
            "refresh_resource",
            "Returns the current content of an attached resource.",
            object(
                "type",
                "object",
                "properties",
                object("uri", uri, "force", object("type", "boolean")),
                "required",
                List.of("uri"),
                "additionalProperties",
                false)));
    tools.add(
        tool(
            "note",
            "",
            object(
                "type",
                "object",
                "properties",
                object("text", object("type", "string")),
                "required",
                List.of("text"),
                "additionalProperties",
                false)));
    return tools;
  }

  private static String textOf(ResourceContent content) {
    try (var in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
