package dev.attache.models.anthropic;

import dev.attache.model.BodyFields;
import dev.attache.model.BodyWriter;
import dev.attache.model.CacheMarks;
import dev.attache.model.Ladder;
import dev.attache.model.ModelRequest;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody;
import dev.attache.models.anthropic.AnthropicBlock.Text;
import dev.attache.resource.ResourceJson;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request: what stays the same in a conversation first, the messages last. Immutable.
 */
final class AnthropicBody implements RequestBody {

  private final BodyFields head;
  private final AnthropicTools tools;
  private final List<Text> system;
  private final AnthropicMessages messages;
  private final List<Placed> placed;
  private final CacheMarks marks;
  private final CacheControl mark;

  private AnthropicBody(
      ModelRequest request, BodyFields head, AnthropicTools tools, List<Text> system)
      throws IOException {
    this.head = head;
    this.tools = tools;
    this.system = system;
    Ladder ladder = Ladder.of(request.profile(), request.messages());
    messages = AnthropicMessages.of(request.profile(), request.messages(), ladder);
    placed = ladder.placed();
    marks = CacheMarks.of(request.profile(), request.messages());
    mark = CacheControl.of(request.profile().cache());
  }

  /**
   * Decides what a request comes to.
   *
   * @throws IOException if a content that has to be looked at cannot be read
   */
  static AnthropicBody of(ModelRequest request) throws IOException {
    var strict = new StrictSchemas();
    AnthropicTools tools = AnthropicTools.of(request.tools(), request.profile(), strict);
    Map<String, Object> schema = request.outputSchema();
    boolean isNative =
        schema != null && request.profile().has("output-format") && strict.admits(schema);
    return new AnthropicBody(
        request,
        head(request, isNative ? schema : null),
        tools,
        system(request, isNative ? null : schema));
  }

  @Override
  public List<Placed> placed() {
    return placed;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    var json = new BodyWriter(out);
    json.startObject();
    head.writeTo(json);
    if (!tools.isEmpty()) {
      tools.writeTo(json.name("tools"), marks.isAfterTools() && system.isEmpty() ? mark : null);
    }
    if (!system.isEmpty()) {
      writeSystemTo(json.name("system"));
    }
    messages.writeTo(json.name("messages"), marks, mark);
    json.endObject().flush();
  }

  private void writeSystemTo(BodyWriter json) throws IOException {
    json.startArray();
    for (int i = 0; i < system.size(); i++) {
      boolean isMarked = marks.isAfterTools() && i == system.size() - 1;
      system.get(i).writeTo(json, isMarked ? mark : null);
    }
    json.endArray();
  }

  /** Returns the fields before tools, instructions and messages. */
  private static BodyFields head(ModelRequest request, @Nullable Map<String, Object> schema) {
    Integer max = request.maxOutputTokens();
    return new BodyFields()
        .put("model", request.model())
        .put("max_tokens", max == null ? request.profile().limits().outputTokens() : max)
        .put("stream", request.isStreamed() ? true : null)
        .put("output_config", schema == null ? null : Map.of("format", format(schema)))
        .add(request.extra(), "tools", "system", "messages");
  }

  private static Map<String, Object> format(Map<String, Object> schema) {
    var format = new LinkedHashMap<String, Object>();
    format.put("type", "json_schema");
    format.put("schema", schema);
    return format;
  }

  /**
   * Returns the instructions. A schema that the API cannot hold the model to stands behind them in
   * words: at the end of the messages it would change what the next request begins with.
   */
  private static List<Text> system(ModelRequest request, @Nullable Map<String, Object> schema)
      throws IOException {
    var system = new ArrayList<Text>();
    String text = request.system();
    if (text != null && VisibleText.isIn(RenderedText.of(text))) {
      system.add(Text.of(text));
    }
    if (schema != null) {
      system.add(
          Text.of(
              "Answer with a JSON value that matches this JSON Schema, and with nothing else: "
                  + ResourceJson.text(schema)));
    }
    return system;
  }
}
