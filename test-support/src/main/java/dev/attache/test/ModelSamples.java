package dev.attache.test;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.ModelProfile;
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
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Messages, parts and contents for tests of providers of models. */
public final class ModelSamples {

  public static final ResourceContent PNG =
      blob(
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
              + "gg==");
  public static final ResourceContent CUT_PNG = blob("iVBORw0KGgoAAAANSUhEUgAAAAE=");
  public static final ResourceContent PDF =
      ResourceContent.blob(
          "%PDF-1.4\n1 0 obj<</Type/Page>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"
              .getBytes(UTF_8));
  public static final ResourceContent LOCKED_PDF =
      ResourceContent.blob(
          "%PDF-1.4\ntrailer<</Encrypt 5 0 R>>\nstartxref\n9\n%%EOF\n".getBytes(UTF_8));
  public static final ResourceContent BYTES =
      ResourceContent.blob(new byte[] {0, 1, 2, (byte) 0xff});

  /** The types that conversations have, each with a content that is one. */
  public static final Map<String, ResourceContent> BY_TYPE = byType();

  private ModelSamples() {}

  public static RenderedMessage user(RenderedPart... parts) {
    return new RenderedMessage(Role.USER, 0, List.of(parts));
  }

  public static RenderedMessage assistant(RenderedPart... parts) {
    return new RenderedMessage(Role.ASSISTANT, 0, List.of(parts));
  }

  public static RenderedMessage results(RenderedPart... parts) {
    return new RenderedMessage(Role.TOOL, 0, List.of(parts));
  }

  public static RenderedPart text(String text) {
    return new RenderedPart.Text(place(), RenderedText.of(text));
  }

  public static RenderedPart notice(String line) {
    return new RenderedPart.Notice(place(), line);
  }

  public static RenderedPart reference(String line) {
    return new RenderedPart.Reference(place(), line);
  }

  public static RenderedPart call(String id, String arguments) {
    return new RenderedPart.ToolCall(place(), id, "refresh_resource", arguments);
  }

  public static RenderedPart result(String id, RenderedPart... content) {
    return new RenderedPart.ToolResult(place(), id, "refresh_resource", false, List.of(content));
  }

  public static RenderedPart failure(String id, RenderedPart... content) {
    return new RenderedPart.ToolResult(place(), id, "refresh_resource", true, List.of(content));
  }

  public static RenderedPart opaque(String api, String raw) {
    return new RenderedPart.Opaque(place(), api, raw);
  }

  public static RenderedPart media(@Nullable String mimeType, ResourceContent content) {
    return new RenderedPart.Media(
        place(), mimeType, content, RenderedText.of("[" + mimeType + " of a tool]"));
  }

  public static RenderedPart file(String label, String text) {
    return resource(label, "text/plain", ResourceContent.text(text), null);
  }

  public static RenderedPart resource(
      String label, @Nullable String mimeType, ResourceContent content) {
    return resource(label, mimeType, content, null);
  }

  public static RenderedPart resource(
      String label,
      @Nullable String mimeType,
      ResourceContent content,
      @Nullable String formatted) {
    String uri = "file:///project/" + label;
    String body =
        formatted != null ? formatted : content.match(t -> t.value(), b -> "(bytes)", s -> "");
    return new RenderedPart.Resource(
        place(),
        uri,
        label,
        null,
        mimeType,
        content,
        formatted == null ? null : RenderedText.of(formatted),
        content.digest(),
        RenderedText.of("<resource uri=\"" + uri + "\">\n" + body + "\n</resource>"));
  }

  /** A conversation with one of everything. */
  public static List<RenderedMessage> everything() {
    return List.of(
        user(
            file("src/main.rs", "fn main() {}"),
            resource("logo.png", "image/png", PNG),
            resource("spec.pdf", "application/pdf", PDF),
            resource("core.bin", "application/octet-stream", BYTES),
            resource("cut.png", "image/png", CUT_PNG),
            resource("notes.docx", "application/vnd.ms-word", BYTES, "Notes, as a text"),
            reference("[resource uri=\"file:///project/a.txt\" unchanged since turn 1]"),
            notice("[b.txt has changed]"),
            text("Say \"hello\"\nin two lines")),
        assistant(
            text("I look."),
            call("c1", "{\"uri\": \"file:///project/logo.png\"}"),
            call("c2", "{\"uri\":\"x\"}"),
            call("c3", "")),
        results(
            result(
                "c1",
                text("Here it is:"),
                resource("logo.png", "image/png", PNG),
                resource("logo.png", "image/png", PNG),
                resource("spec.pdf", "application/pdf", PDF),
                file("src/main.rs", "fn main() { run() }\n"),
                media("image/png", PNG),
                media("audio/wav", BYTES),
                reference("[resource uri=\"x\" unchanged]")),
            failure("c2", text("there is no x")),
            result("c3")),
        user(text("Go on.")),
        assistant(text("Done.")));
  }

  /** A conversation that is another one for each seed. */
  public static List<RenderedMessage> random(long seed) {
    var random = new Random(seed);
    var messages = new ArrayList<RenderedMessage>();
    int turns = 1 + random.nextInt(5);
    for (int turn = 0; turn < turns; turn++) {
      messages.add(new RenderedMessage(Role.USER, turn, someParts(random)));
      for (int step = random.nextInt(3); step > 0; step--) {
        addCalls(messages, turn, random);
      }
      if (random.nextInt(4) > 0) {
        messages.add(assistant(text(someText(random))));
      }
    }
    return messages;
  }

  private static void addCalls(List<RenderedMessage> messages, int turn, Random random) {
    var calls = new ArrayList<RenderedPart>(List.of(text(someText(random))));
    var results = new ArrayList<RenderedPart>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      String id = "c" + messages.size() + "-" + i;
      calls.add(call(id, "{\"n\":" + random.nextInt(9) + "}"));
      RenderedPart[] content = someParts(random).toArray(RenderedPart[]::new);
      results.add(random.nextInt(4) == 0 ? failure(id, content) : result(id, content));
    }
    messages.add(new RenderedMessage(Role.ASSISTANT, turn, calls));
    messages.add(new RenderedMessage(Role.TOOL, turn, results));
  }

  private static List<RenderedPart> someParts(Random random) {
    var parts = new ArrayList<RenderedPart>();
    for (int i = random.nextInt(4); i > 0; i--) {
      var types = List.copyOf(BY_TYPE.keySet());
      String type = types.get(random.nextInt(types.size()));
      parts.add(
          random.nextInt(3) == 0
              ? file("a" + random.nextInt(9), someText(random))
              : resource("b" + random.nextInt(9), type, ofType(type)));
    }
    parts.add(text(someText(random)));
    return parts;
  }

  private static String someText(Random random) {
    var texts = List.of("", "a", "\"quoted\"", "]}", "ends\n", "\\", "{\"a\":[1]}", "\n", "ü€😀");
    return texts.get(random.nextInt(texts.size()));
  }

  /** Returns a request with all that there can be before its messages. */
  public static ModelRequest whole(ModelProfile profile, List<RenderedMessage> messages) {
    return ModelRequest.of(profile, profile.model(), messages)
        .system("Be brief.")
        .tools(List.of(refreshTool()))
        .outputSchema(object("type", "object", "required", List.of("a")));
  }

  public static OfferedTool refreshTool() {
    return tool(
        "refresh_resource",
        "Returns the current content.",
        object(
            "type",
            "object",
            "properties",
            object("uri", object("type", "string")),
            "required",
            List.of("uri"),
            "additionalProperties",
            false));
  }

  public static OfferedTool tool(String name, String description, Map<String, Object> inputSchema) {
    return new OfferedTool(name, description, inputSchema);
  }

  public static Map<String, Object> object(Object... pairs) {
    var object = new LinkedHashMap<String, Object>();
    for (int i = 0; i < pairs.length; i += 2) {
      object.put((String) pairs[i], pairs[i + 1]);
    }
    return object;
  }

  /** Returns the content of a type. */
  public static ResourceContent ofType(String type) {
    return Objects.requireNonNull(BY_TYPE.get(type), type);
  }

  public static String body(ModelProvider provider, ModelRequest request) throws IOException {
    var out = new ByteArrayOutputStream();
    provider.render(request).writeTo(out);
    return out.toString(UTF_8);
  }

  private static PartPlace place() {
    return new PartPlace(0, null, -1);
  }

  private static ResourceContent blob(String base64) {
    return ResourceContent.blob(Base64.getDecoder().decode(base64));
  }

  private static Map<String, ResourceContent> byType() {
    var contents = new LinkedHashMap<String, ResourceContent>();
    contents.put("text/plain", ResourceContent.text("text"));
    contents.put("image/svg+xml", ResourceContent.text("<svg/>"));
    contents.put("image/png", PNG);
    contents.put("image/jpeg", blob("/9j/wAAIAQABAAEA"));
    contents.put("image/gif", blob("R0lGODlhAQABAAAAADs="));
    contents.put("image/webp", blob("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="));
    contents.put(
        "image/heic",
        blob(
            "AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAAAUm1ldGEAAAAAAAAADnBpdG0AAAAAAAEAAAA4aXBycAAA"
                + "ABxpcGNvAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAUaXBtYQAAAAAAAAABAAEBgQAAAAltZGF0AQ=="));
    contents.put("application/pdf", PDF);
    contents.put("application/zip", BYTES);
    contents.put("audio/wav", BYTES);
    contents.put("audio/mpeg", BYTES);
    contents.put("video/mp4", BYTES);
    return contents;
  }
}
