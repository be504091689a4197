package dev.attache.models.anthropic;

import dev.attache.model.BodyWriter;
import dev.attache.model.RenderedText;
import dev.attache.models.http.WireJson;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A block of a message, as the API has it. Immutable. */
sealed interface AnthropicBlock {

  /** Writes the fields of the block. */
  void writeFieldsTo(BodyWriter json) throws IOException;

  /** Whether a mark of the cache may stand in it. */
  default boolean takesMark() {
    return true;
  }

  /** Writes the block, with a mark of the cache as its last field unless that is null. */
  default void writeTo(BodyWriter json, @Nullable CacheControl mark) throws IOException {
    json.startObject();
    writeFieldsTo(json);
    if (mark != null) {
      mark.writeTo(json);
    }
    json.endObject();
  }

  /** A text, which is not blank. */
  record Text(RenderedText text) implements AnthropicBlock {

    static Text of(String line) {
      return new Text(RenderedText.of(line));
    }

    @Override
    public void writeFieldsTo(BodyWriter json) throws IOException {
      json.field("type", "text").name("text").text(text);
    }
  }

  /** An image. */
  record Image(String mimeType, ResourceContent bytes) implements AnthropicBlock {

    @Override
    public void writeFieldsTo(BodyWriter json) throws IOException {
      json.field("type", "image").name("source");
      writeBase64(json, mimeType, bytes);
    }
  }

  /**
   * A document.
   *
   * @param title its name; null if it has none
   * @param context what else the model is to know of it; null if there is nothing
   * @param source its content
   */
  record Document(@Nullable String title, @Nullable String context, Source source)
      implements AnthropicBlock {

    /** The content of a document, an object. */
    interface Source {
      void writeTo(BodyWriter json) throws IOException;
    }

    /** The type is {@code text/plain} for all texts; no other is taken. */
    static Source text(RenderedText text) {
      return json ->
          json.startObject()
              .field("type", "text")
              .field("media_type", "text/plain")
              .name("data")
              .text(text)
              .endObject();
    }

    static Source bytes(String mimeType, ResourceContent bytes) {
      return json -> writeBase64(json, mimeType, bytes);
    }

    /** An image, which as a document has a title. */
    static Source image(Image image) {
      return json -> {
        json.startObject().field("type", "content").name("content").startArray();
        image.writeTo(json, null);
        json.endArray().endObject();
      };
    }

    @Override
    public void writeFieldsTo(BodyWriter json) throws IOException {
      json.field("type", "document").field("title", title).field("context", context);
      source.writeTo(json.name("source"));
    }
  }

  /**
   * A call of a tool.
   *
   * @param input the text of a JSON object
   */
  record ToolUse(String id, String name, String input) implements AnthropicBlock {

    @Override
    public void writeFieldsTo(BodyWriter json) throws IOException {
      json.field("type", "tool_use").field("id", id).field("name", name).name("input").raw(input);
    }
  }

  /** The result of a call. */
  record ToolAnswer(String id, boolean isError, List<AnthropicBlock> content)
      implements AnthropicBlock {

    @Override
    public void writeFieldsTo(BodyWriter json) throws IOException {
      json.field("type", "tool_result").field("tool_use_id", id);
      if (isError) {
        json.field("is_error", true);
      }
      if (!content.isEmpty()) {
        json.name("content").startArray();
        for (AnthropicBlock each : content) {
          each.writeTo(json, null);
        }
        json.endArray();
      }
    }
  }

  /**
   * A block of an answer that goes back as it came, such as signed thinking.
   *
   * @param raw the text of a JSON object
   */
  record AsItCame(String raw) implements AnthropicBlock {

    private static final Set<String> THOUGHTS = Set.of("thinking", "redacted_thinking");

    /** Tests whether it is thinking, which may not be the last block of a message. */
    boolean isThought() {
      return THOUGHTS.contains(WireJson.typeOf(raw));
    }

    @Override
    public boolean takesMark() {
      return false;
    }

    @Override
    public void writeFieldsTo(BodyWriter json) {
      throw new UnsupportedOperationException("it is written whole");
    }

    @Override
    public void writeTo(BodyWriter json, @Nullable CacheControl mark) throws IOException {
      json.raw(raw);
    }
  }

  private static void writeBase64(BodyWriter json, String mimeType, ResourceContent bytes)
      throws IOException {
    json.startObject()
        .field("type", "base64")
        .field("media_type", mimeType)
        .name("data")
        .base64(bytes)
        .endObject();
  }
}
