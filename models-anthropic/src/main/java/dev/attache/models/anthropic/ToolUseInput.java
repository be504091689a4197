package dev.attache.models.anthropic;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.attache.model.RenderedText;
import dev.attache.resource.ResourceJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The input of a call, which is a JSON object whatever the model wrote. */
final class ToolUseInput {

  private static final JsonFactory JSON = new JsonFactory();

  private ToolUseInput() {}

  /**
   * Returns arguments without blanks and with U+FFFD for half characters, numbers as they are. What
   * is no object becomes {@code {"INVALID_JSON": "…"}}, as Anthropic advises ("Fine-grained tool
   * streaming"), so that the model sees what it wrote beside the error; nothing becomes an empty
   * object.
   */
  static String of(String arguments) {
    if (arguments.isBlank()) {
      return "{}";
    }
    String object = object(arguments);
    return object != null
        ? object
        : ResourceJson.text(Map.of("INVALID_JSON", RenderedText.wellFormed(arguments)));
  }

  /** Returns the same object without blanks; null if it is none. */
  private static @Nullable String object(String arguments) {
    var out = new StringWriter();
    try (JsonParser in = JSON.createParser(arguments);
        JsonGenerator json = JSON.createGenerator(out)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      copy(in, json);
      while (!in.getParsingContext().inRoot()) {
        in.nextToken();
        copy(in, json);
      }
      if (in.nextToken() != null) {
        return null;
      }
    } catch (JsonProcessingException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
    return out.toString();
  }

  private static void copy(JsonParser in, JsonGenerator json) throws IOException {
    switch (in.currentToken()) {
      case FIELD_NAME -> json.writeFieldName(RenderedText.wellFormed(in.currentName()));
      case VALUE_STRING -> json.writeString(RenderedText.wellFormed(in.getText()));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.writeNumber(in.getText());
      default -> json.copyCurrentEvent(in);
    }
  }
}
