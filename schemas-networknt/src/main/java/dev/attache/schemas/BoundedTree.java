package dev.attache.schemas;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.JsonTree;
import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/** Values as trees of the library, as far as they are not too large. */
final class BoundedTree {

  private static final int MAX_CHARACTERS = 1 << 20;

  /** Deeper ones would take more of the stack than there is. */
  private static final int MAX_DEPTH = 200;

  private BoundedTree() {}

  /** Returns the tree of a value; null if it is too large or too deep. */
  static @Nullable JsonNode of(@Nullable Object value) {
    var text = new BoundedWriter();
    try (JsonGenerator json = JsonTree.generator(text)) {
      ResourceJson.writeValueTo(json, value);
      json.flush();
      return JsonTree.parse(text.toString(), MAX_DEPTH);
    } catch (IOException e) {
      return null;
    }
  }

  /** A text that does not grow beyond the limit. */
  private static final class BoundedWriter extends Writer {

    private final StringBuilder text = new StringBuilder();

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      if (text.length() + length > MAX_CHARACTERS) {
        throw new IOException("too large");
      }
      text.append(characters, offset, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
