package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.attache.delivery.ReferenceTargets;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlockJson;
import dev.attache.support.json.JsonLines;
import dev.attache.support.text.Sanitizer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The view that a model has of a block that is neither a text nor a resource: of a question its
 * text and its JSON, of all else one line that says what it is. A history of before there were
 * types for them has questions, links and media as unknown blocks: they look the same.
 */
final class OtherBlockView {

  private final OtherBlock block;
  private final Map<String, String> known = new LinkedHashMap<>();
  private @Nullable String question;
  private long dataBytes = -1;
  private boolean isForUserOnly;

  private OtherBlockView(OtherBlock block) {
    this.block = block;
  }

  /** What has to be read of a store before a block can be shown; null if nothing has. */
  static @Nullable ResourceContent stored(ContentBlock block) {
    return block instanceof MediaBlock media
        ? media.data()
        : block instanceof OtherBlock other ? other.json() : null;
  }

  /** Whether the block says that it is for the user and for no model. */
  static boolean isForUserOnly(ContentBlock block) throws IOException {
    if (block instanceof MediaBlock media) {
      return ReferenceTargets.isForUserOnly(media.annotations());
    }
    var view = new OtherBlockView(asJson(block));
    return view.isRead() && view.isForUserOnly;
  }

  /** Returns what stands in a prompt. */
  static PromptPart prompt(ContentBlock block) throws IOException {
    if (block instanceof MediaBlock media) {
      return prompt(media);
    }
    var view = new OtherBlockView(asJson(block));
    return view.isRead() ? view.prompt() : PromptPart.line(view.unreadable());
  }

  private static PromptPart prompt(MediaBlock media) {
    String type = media.mimeType() == null ? "" : ", " + Redaction.redactAllIn(media.mimeType());
    return PromptPart.line("[" + media.type() + type + ", " + notShown(media.data().size()) + "]");
  }

  /** Writes the block as it is; what is no JSON as a text that says so. */
  static void write(JsonGenerator json, ContentBlock block) throws IOException {
    if (block instanceof MediaBlock media) {
      writeMedia(json, media);
    } else {
      writeJson(json, asJson(block));
    }
  }

  /** All questions, links and unknown blocks have one form, in whatever history they stand. */
  private static OtherBlock asJson(ContentBlock block) {
    if (block instanceof QuestionBlock question) {
      return new OtherBlock(question.type(), ResourceContent.text(ContentBlockJson.text(question)));
    } else if (block instanceof LinkBlock link) {
      return new OtherBlock(link.type(), ResourceContent.text(ContentBlockJson.text(link)));
    }
    return (OtherBlock) block;
  }

  private static void writeMedia(JsonGenerator json, MediaBlock media) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", media.type());
    JsonContent.writeBytes(json, "data", media.data());
    if (media.mimeType() != null) {
      json.writeStringField("mimeType", media.mimeType());
    }
    if (media.annotations() != null) {
      ResourceJson.writeAnnotationsTo(json, media.annotations());
    }
    if (!media.meta().isEmpty()) {
      json.writeFieldName("_meta");
      ResourceJson.writeObjectTo(json, media.meta());
    }
    json.writeEndObject();
  }

  private static void writeJson(JsonGenerator json, OtherBlock block) throws IOException {
    var view = new OtherBlockView(block);
    if (!view.isRead()) {
      json.writeStartObject();
      json.writeStringField("type", "text");
      json.writeStringField("text", view.unreadable());
      json.writeEndObject();
      return;
    }
    try (InputStream in = block.json().open();
        JsonParser parser = JsonLines.parser(in)) {
      parser.nextToken();
      copy(parser, json);
    }
  }

  private PromptPart prompt() {
    String text = known.get("question.text");
    if (question != null && text != null) {
      return PromptPart.lines(
          List.of(PromptPart.line("[question: " + text + "]"), PromptPart.of(question)));
    }
    String uri = known.get("uri");
    if (block.type().equals("resource_link") && uri != null) {
      return PromptPart.line("[resource link: " + Redaction.redact(uri) + about() + "]");
    }
    String what =
        dataBytes >= 0
            ? notShown(dataBytes)
            : block.json().size() + " bytes of JSON, not shown because its form is not known";
    return PromptPart.line("[" + block.type() + about() + ", " + what + "]");
  }

  private static String notShown(long bytes) {
    return bytes + " bytes, not shown because it is not text";
  }

  /** What the block says of itself. */
  private String about() {
    var about = new StringBuilder();
    for (String key : List.of("name", "mimeType")) {
      String value = known.get(key);
      if (value != null) {
        about.append(", ").append(Redaction.redactAllIn(value));
      }
    }
    String size = known.get("size");
    return size == null ? about.toString() : about + ", " + size + " bytes";
  }

  private String unreadable() {
    return Sanitizer.sanitizeLine(
        "[" + block.type() + ", " + block.json().size() + " bytes that are not a JSON object]");
  }

  /** Reads all of it; whether it is one JSON object. */
  private boolean isRead() throws IOException {
    JsonContent.verify(block.json()); // what is corrupt must not pass for what is not JSON
    try (InputStream in = block.json().open();
        JsonParser parser = JsonLines.parser(in)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        readField(parser, parser.currentName(), parser.nextToken());
      }
      return parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private void readField(JsonParser parser, String name, JsonToken value) throws IOException {
    if (value == JsonToken.VALUE_STRING && name.equals("data")) {
      dataBytes = decodedLength(parser);
    } else if (value.isScalarValue()) {
      known.put(name, parser.getText());
    } else if (value == JsonToken.START_OBJECT && name.equals("question")) {
      readQuestion(parser);
    } else if (value == JsonToken.START_OBJECT && name.equals("annotations")) {
      readAnnotations(parser);
    } else {
      parser.skipChildren();
    }
  }

  private void readQuestion(JsonParser parser) throws IOException {
    var out = new ByteArrayOutputStream();
    var lines = new JsonLines(out);
    copy(parser, lines.generator());
    lines.flush();
    question = out.toString(UTF_8);
    try (JsonParser again = JsonLines.parser(new ByteArrayInputStream(out.toByteArray()))) {
      again.nextToken();
      while (again.nextToken() == JsonToken.FIELD_NAME) {
        String name = again.currentName();
        if (again.nextToken() == JsonToken.VALUE_STRING) {
          known.put("question." + name, again.getText());
        } else {
          again.skipChildren();
        }
      }
    }
  }

  private void readAnnotations(JsonParser parser) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      if (parser.nextToken() == JsonToken.START_ARRAY && name.equals("audience")) {
        var audience = new HashSet<String>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          audience.add(parser.currentToken().isScalarValue() ? parser.getText() : "");
          parser.skipChildren();
        }
        isForUserOnly = audience.equals(Set.of("user"));
      } else {
        parser.skipChildren();
      }
    }
  }

  /** How many bytes a text in base64 stands for. */
  private static long decodedLength(JsonParser parser) throws IOException {
    char[] text = parser.getTextCharacters();
    int start = parser.getTextOffset();
    int length = parser.getTextLength();
    while (length > 0 && text[start + length - 1] == '=') {
      length--;
    }
    return length * 3L / 4;
  }

  /** Copies a value, numbers digit for digit. */
  private static void copy(JsonParser from, JsonGenerator to) throws IOException {
    int depth = 0;
    do {
      JsonToken token = from.currentToken();
      switch (token) {
        case START_OBJECT -> to.writeStartObject();
        case START_ARRAY -> to.writeStartArray();
        case END_OBJECT -> to.writeEndObject();
        case END_ARRAY -> to.writeEndArray();
        case FIELD_NAME -> to.writeFieldName(from.currentName());
        case VALUE_STRING -> to.writeString(from.getText());
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> to.writeNumber(from.getText());
        default -> to.writeRawValue(from.getText());
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    } while (depth > 0 && from.nextToken() != null);
  }
}
