package dev.attache.models.anthropic;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.attache.model.RenderedText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** The input of a call, an object without blanks. */
final class ToolUseInput {

  private static final JsonFactory JSON = new JsonFactory();

  private ToolUseInput() {}

  /** Returns the text of an object without blanks, with U+FFFD for half characters. */
  static String of(String arguments) {
    var out = new StringWriter();
    try (JsonParser in = JSON.createParser(arguments);
        JsonGenerator json = JSON.createGenerator(out)) {
      while (in.nextToken() != null) {
        copy(in, json);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory, and was read before
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
