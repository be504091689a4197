package dev.attache.resource.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.Annotations;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.JsonLine;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of blocks without a content: questions (RFD 058) and links (MCP, {@code ResourceLink}).
 * The order of the fields is fixed, so one block always gives the same bytes. Thread-safe.
 */
public final class ContentBlockJson {

  private ContentBlockJson() {}

  /**
   * {@return the JSON object of a question, on one line}
   *
   * @param block what is written with its {@code _meta}
   */
  public static String text(QuestionBlock block) {
    return text(json -> write(json, block));
  }

  /**
   * {@return the JSON object of a link, on one line}
   *
   * @param block what is written with its {@code _meta}; fields that it does not have are left out
   */
  public static String text(LinkBlock block) {
    return text(json -> write(json, block));
  }

  /**
   * Reads a question or a link that was written here.
   *
   * @param node one block, as this wrote it
   * @return the block; empty if it is neither, or not as it must be, or would be written otherwise
   */
  public static Optional<ContentBlock> parse(JsonNode node) {
    try {
      BlockJsonFields fields = BlockJsonFields.of(node, "");
      ContentBlock block;
      String text;
      if ("question".equals(fields.string("type"))) {
        var question = new QuestionJson(fields.requireObject("question")).read();
        var read = new QuestionBlock(question, fields.values("_meta"));
        text = text(read);
        block = read;
      } else if ("resource_link".equals(fields.string("type"))) {
        LinkBlock read = BlocksJson.link(fields);
        text = text(read);
        block = read;
      } else {
        return Optional.empty();
      }
      return text.equals(JsonTree.text(node)) ? Optional.of(block) : Optional.empty();
    } catch (ResourceException e) {
      return Optional.empty();
    }
  }

  private static void write(JsonGenerator json, QuestionBlock block) throws IOException {
    json.writeStringField("type", block.type());
    InputRequest question = block.question();
    json.writeObjectFieldStart("question");
    json.writeStringField("id", question.id());
    json.writeStringField("text", question.text());
    json.writeFieldName("schema");
    ResourceJson.writeObjectTo(json, question.schema());
    if (question.hasDefault()) {
      json.writeFieldName("default");
      ResourceJson.writeValueTo(json, question.value());
    }
    json.writeEndObject();
    writeMeta(json, block.meta());
  }

  private static void write(JsonGenerator json, LinkBlock block) throws IOException {
    json.writeStringField("type", block.type());
    json.writeStringField("uri", block.uri().value());
    writeOptional(json, "name", block.name());
    writeOptional(json, "title", block.title());
    writeOptional(json, "description", block.description());
    writeOptional(json, "mimeType", block.mimeType());
    if (block.size() != null) {
      json.writeNumberField("size", block.size());
    }
    Annotations annotations = block.annotations();
    if (annotations != null) {
      ResourceJson.writeAnnotationsTo(json, annotations);
    }
    writeMeta(json, block.meta());
  }

  private static void writeMeta(JsonGenerator json, Map<String, Object> meta) throws IOException {
    if (!meta.isEmpty()) {
      json.writeFieldName("_meta");
      ResourceJson.writeObjectTo(json, meta);
    }
  }

  private static void writeOptional(JsonGenerator json, String field, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(field, value);
    }
  }

  private static String text(JsonLine.Fields fields) {
    var out = new StringWriter();
    try (JsonGenerator json = JsonTree.generator(out)) {
      json.writeStartObject();
      fields.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
    return JsonLine.escaped(out.toString());
  }
}
