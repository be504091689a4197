package dev.attache.models.openai;

import dev.attache.model.BodyFields;
import dev.attache.model.BodyWriter;
import dev.attache.model.Ladder;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Opaque;
import dev.attache.model.RenderedPart.ToolCall;
import dev.attache.model.RenderedPart.ToolResult;
import dev.attache.model.RequestBody;
import dev.attache.model.Rung.As;
import dev.attache.models.http.WireJson;
import dev.attache.models.openai.ContentPiece.Block;
import dev.attache.models.openai.ContentPiece.Words;
import dev.attache.models.openai.OpenAiBody.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The body of OpenAI's Responses: a list of items, of which messages, calls and results are some
 * (OpenAI API reference, "Create a model response").
 *
 * <p>Nothing of it is stored there; what a model has thought goes back to it encrypted, as it was
 * sent. The instructions are a message of the developer, since only parts of messages can be marked
 * for the cache.
 */
final class ResponsesBody {

  private static final String WIRE = "openai-responses";
  private static final String MESSAGES = "input";

  /** The feature of models that think, and of which the thoughts can be asked for. */
  private static final String REASONING = "reasoning";

  private final ModelProfile profile;
  private final Ladder ladder;
  private final List<Item> items = new ArrayList<>();

  private ResponsesBody(ModelProfile profile, Ladder ladder) {
    this.profile = profile;
    this.ladder = ladder;
  }

  /**
   * Returns the body of a request.
   *
   * @throws IllegalArgumentException if the profile is of another wire
   * @throws IOException if a content that has to be looked at cannot be read
   */
  static RequestBody of(ModelRequest request) throws IOException {
    OpenAiBody.check(request.profile(), WIRE);
    var body =
        new ResponsesBody(request.profile(), Ladder.of(request.profile(), request.messages()));
    String system = request.system();
    if (system != null && !system.isEmpty()) {
      body.addMessage("developer", List.of(Words.of(system)));
    }
    for (RenderedMessage message : request.messages()) {
      body.add(message);
    }
    return new OpenAiBody(
        fields(request).add(request.extra(), MESSAGES), MESSAGES, body.items, body.ladder.placed());
  }

  private static BodyFields fields(ModelRequest request) {
    var fields = new BodyFields();
    fields.put("model", request.model());
    fields.put("store", false);
    if (request.profile().has(REASONING)) {
      fields.put("include", List.of("reasoning.encrypted_content"));
    }
    if (request.isStreamed()) {
      fields.put("stream", true);
    }
    if (request.maxOutputTokens() != null) {
      fields.put("max_output_tokens", request.maxOutputTokens());
    }
    if (!request.tools().isEmpty()) {
      fields.put("tools", request.tools().stream().map(ResponsesBody::function).toList());
    }
    Map<String, Object> schema = request.outputSchema();
    if (schema != null) {
      var format = new LinkedHashMap<String, Object>();
      format.put("type", "json_schema");
      format.putAll(FunctionSchema.ofAnswer(schema));
      fields.put("text", Map.of("format", format));
    }
    return fields;
  }

  private static Map<String, Object> function(OfferedTool tool) {
    Map<String, Object> parameters = FunctionSchema.taken(tool.inputSchema());
    var function = new LinkedHashMap<String, Object>();
    function.put("type", "function");
    function.put("name", tool.name());
    if (!tool.description().isEmpty()) {
      function.put("description", tool.description());
    }
    function.put("strict", FunctionSchema.isStrict(parameters));
    function.put("parameters", parameters);
    return function;
  }

  private void add(RenderedMessage message) throws IOException {
    switch (message.role()) {
      case USER -> addMessage("user", ContentPiece.of(message.parts(), ladder));
      case ASSISTANT -> addAnswer(message);
      case TOOL -> addResults(message);
    }
  }

  private void addMessage(String role, List<ContentPiece> content) {
    if (!content.isEmpty()) {
      items.add(
          body -> {
            body.startObject().field("type", "message").field("role", role).name("content");
            write(body, content);
            body.endObject();
          });
    }
  }

  private void addAnswer(RenderedMessage message) throws IOException {
    for (RenderedPart part : withoutLastThoughts(message.parts())) {
      if (part instanceof Opaque opaque) {
        if (opaque.api().equals(profile.wire())) {
          items.add(body -> body.raw(opaque.raw()));
        }
      } else if (part instanceof ToolCall call) {
        items.add(
            body ->
                body.startObject()
                    .field("type", "function_call")
                    .field("call_id", call.id())
                    .field("name", call.name())
                    .field("arguments", call.arguments())
                    .endObject());
      } else {
        addAnswered(ContentPiece.of(List.of(part), ladder));
      }
    }
  }

  /** Leaves out reasoning at the end, for which the whole request would be refused. */
  private List<RenderedPart> withoutLastThoughts(List<RenderedPart> parts) {
    int end = parts.size();
    while (end > 0
        && parts.get(end - 1) instanceof Opaque opaque
        && (!opaque.api().equals(profile.wire())
            || WireJson.typeOf(opaque.raw()).equals(REASONING))) {
      end--;
    }
    return parts.subList(0, end);
  }

  /**
   * What the model has said is one string: a list would have to have what only its server knows.
   */
  private void addAnswered(List<ContentPiece> content) {
    if (!content.isEmpty()) {
      items.add(
          body ->
              body.startObject()
                  .field("type", "message")
                  .field("role", "assistant")
                  .name("content")
                  .text(ContentPiece.joined(content))
                  .endObject());
    }
  }

  private void addResults(RenderedMessage message) throws IOException {
    for (RenderedPart part : message.parts()) {
      if (part instanceof ToolResult result) {
        List<ContentPiece> output = ContentPiece.of(result, ladder);
        items.add(
            body -> {
              body.startObject()
                  .field("type", "function_call_output")
                  .field("call_id", result.id())
                  .name("output");
              if (output.size() == 1 && output.get(0) instanceof Words words) {
                body.text(words.text());
              } else {
                write(body, output);
              }
              body.endObject();
            });
      }
    }
    addMessage("user", ContentPiece.moved(message, ladder));
  }

  private static void write(BodyWriter body, List<ContentPiece> content) throws IOException {
    body.startArray();
    for (ContentPiece piece : content) {
      if (piece instanceof Words words) {
        body.startObject().field("type", "input_text").name("text").text(words.text()).endObject();
      } else if (piece instanceof Block block) {
        body.startObject().field("type", "input_text").name("text").text(block.label()).endObject();
        write(body, block);
      }
    }
    body.endArray();
  }

  private static void write(BodyWriter body, Block block) throws IOException {
    if (block.rung().as() == As.IMAGE) {
      body.startObject().field("type", "input_image").name("image_url");
      body.dataUrl(block.rung().type(), block.rung().bytes());
      body.field("detail", "auto"); // without it, a message is refused
    } else {
      body.startObject().field("type", "input_file").field("filename", block.fileName());
      body.name("file_data").dataUrl(block.rung().type(), block.rung().bytes());
    }
    body.endObject();
  }
}
