package dev.attache.models.ollama;

import dev.attache.model.BodyFields;
import dev.attache.model.BodyWriter;
import dev.attache.model.Ladder;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RequestBody;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code /api/chat}: what never changes first, then the messages, of which the first
 * are the instructions. Immutable and thread-safe.
 */
final class OllamaBody implements RequestBody {

  private static final String MESSAGES = "messages";

  private final ModelRequest request;
  private final Ladder ladder;
  private final BodyFields fields;

  private OllamaBody(ModelRequest request, Ladder ladder, BodyFields fields) {
    this.request = request;
    this.ladder = ladder;
    this.fields = fields;
  }

  /**
   * Returns the body of a request.
   *
   * @throws IllegalArgumentException if the user gives messages of their own
   */
  static OllamaBody of(ModelRequest request, Ladder ladder) {
    var fields =
        new BodyFields()
            .put("model", request.model())
            .put("stream", request.isStreamed()) // Ollama streams what does not say
            .put("options", options(request))
            .put("format", request.outputSchema())
            .put("tools", tools(request.tools()))
            .add(request.extra(), MESSAGES);
    return new OllamaBody(request, ladder, fields);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    var body = new BodyWriter(out).startObject();
    fields.writeTo(body);
    body.name(MESSAGES).startArray();
    var messages = new OllamaMessages(body, request.profile(), ladder);
    messages.writeSystem(request.system());
    for (RenderedMessage message : request.messages()) {
      messages.write(message);
    }
    body.endArray().endObject().flush();
  }

  @Override
  public List<Placed> placed() {
    return ladder.placed();
  }

  /** Returns the limit of the answer; none where neither the user nor the profile has one. */
  private static @Nullable Object options(ModelRequest request) {
    Integer given = request.maxOutputTokens();
    int limit = given == null ? request.profile().limits().outputTokens() : given;
    return limit > 0 ? Map.of("num_predict", limit) : null;
  }

  private static @Nullable Object tools(List<OfferedTool> tools) {
    return tools.isEmpty() ? null : tools.stream().map(OllamaBody::tool).toList();
  }

  private static Map<String, Object> tool(OfferedTool tool) {
    var function = new LinkedHashMap<String, Object>();
    function.put("name", tool.name());
    function.put("description", tool.description());
    function.put("parameters", tool.inputSchema());
    var object = new LinkedHashMap<String, Object>();
    object.put("type", "function");
    object.put("function", function);
    return object;
  }
}
