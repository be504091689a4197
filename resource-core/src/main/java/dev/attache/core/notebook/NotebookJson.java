package dev.attache.core.notebook;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The values of a JSON text in their order; each is read, or skipped, by whoever gets it. */
final class NotebookJson {

  private final JsonParser parser;

  NotebookJson(JsonParser parser) {
    this.parser = parser;
  }

  /** What reads the value of a field. */
  interface FieldReader {
    void read(String field) throws IOException;
  }

  /** What reads one item. */
  interface ItemReader {
    void read() throws IOException;
  }

  /** Goes through an object; what is none is skipped. */
  void forEachField(FieldReader reader) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      skip();
      return;
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      parser.nextToken();
      reader.read(field);
    }
  }

  /** Goes through an array; what is none is skipped. */
  void forEachItem(ItemReader reader) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      skip();
      return;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      reader.read();
    }
  }

  void skip() throws IOException {
    parser.skipChildren();
  }

  /** A string, or the strings of a list one after the other; empty if it is neither. */
  String text() throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      return parser.getText();
    }
    var text = new StringBuilder();
    forEachItem(
        () -> {
          if (parser.currentToken() == JsonToken.VALUE_STRING) {
            text.append(parser.getText());
          } else {
            skip();
          }
        });
    return text.toString();
  }

  /** A whole number; 0 if it is none. */
  int number() throws IOException {
    int number = parser.currentToken() == JsonToken.VALUE_NUMBER_INT ? parser.getValueAsInt() : 0;
    skip();
    return number;
  }
}
