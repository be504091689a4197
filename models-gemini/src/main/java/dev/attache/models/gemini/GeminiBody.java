package dev.attache.models.gemini;

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
 * The body of {@code generateContent}: what never changes first, then the contents. Immutable and
 * thread-safe.
 */
final class GeminiBody implements RequestBody {

  private static final String CONTENTS = "contents";

  private final ModelRequest request;
  private final Ladder ladder;
  private final BodyFields fields;

  private GeminiBody(ModelRequest request, Ladder ladder, BodyFields fields) {
    this.request = request;
    this.ladder = ladder;
    this.fields = fields;
  }

  /**
   * Returns the body of a request.
   *
   * @throws IllegalArgumentException if the user gives contents of their own
   */
  static GeminiBody of(ModelRequest request, Ladder ladder) {
    var fields =
        new BodyFields()
            .put("systemInstruction", instruction(request.system()))
            .put("tools", tools(request.tools()))
            .put("toolConfig", toolConfig(request.tools()))
            .put("generationConfig", generationConfig(request))
            .add(request.extra(), CONTENTS);
    return new GeminiBody(request, ladder, fields);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    var body = new BodyWriter(out).startObject();
    fields.writeTo(body);
    body.name(CONTENTS).startArray();
    var contents = new GeminiContents(body, request.profile(), ladder);
    for (RenderedMessage message : request.messages()) {
      contents.write(message);
    }
    contents.end();
    body.endArray().endObject().flush();
  }

  @Override
  public List<Placed> placed() {
    return ladder.placed();
  }

  private static @Nullable Object instruction(@Nullable String system) {
    return system == null || system.isEmpty()
        ? null
        : Map.of("parts", List.of(Map.of("text", system)));
  }

  private static @Nullable Object tools(List<OfferedTool> tools) {
    return tools.isEmpty()
        ? null
        : List.of(
            Map.of("functionDeclarations", tools.stream().map(GeminiBody::declaration).toList()));
  }

  private static Map<String, Object> declaration(OfferedTool tool) {
    var declaration = new LinkedHashMap<String, Object>();
    declaration.put("name", tool.name());
    declaration.put(
        "description", tool.description().isEmpty() ? tool.name() : tool.description()); // required
    declaration.put("parametersJsonSchema", tool.inputSchema());
    return declaration;
  }

  /** Returns what has arguments follow the schemas, which Gemini has no flag at the tool for. */
  private static @Nullable Object toolConfig(List<OfferedTool> tools) {
    return tools.isEmpty() ? null : Map.of("functionCallingConfig", Map.of("mode", "VALIDATED"));
  }

  private static Map<String, Object> generationConfig(ModelRequest request) {
    var config = new LinkedHashMap<String, Object>();
    Integer given = request.maxOutputTokens();
    config.put(
        "maxOutputTokens", given == null ? request.profile().limits().outputTokens() : given);
    if (request.outputSchema() != null) {
      config.put("responseMimeType", "application/json");
      config.put("responseJsonSchema", request.outputSchema());
    }
    return config;
  }
}
