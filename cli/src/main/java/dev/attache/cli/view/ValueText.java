package dev.attache.cli.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import dev.attache.resource.ResourceJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON values as texts. */
final class ValueText {

  /** More is indentation, of what is nested very deep. */
  private static final long MAX_PRETTY = 16 << 20;

  private static final JsonFactory JSON = new JsonFactory();

  private ValueText() {}

  /** A value as a part of a line: a text as it is, all else as compact JSON. */
  static String inLine(@Nullable Object value) {
    return value instanceof String text ? ShownLine.joined(text) : compact(value);
  }

  static String compact(@Nullable Object value) {
    var text = new StringWriter();
    write(value, text, false);
    return text.toString();
  }

  /** JSON with a line for each value, indented by two blanks; compact if that gets too large. */
  static String pretty(@Nullable Object value) {
    var counter = new ByteCounter();
    write(value, counter, true);
    if (counter.bytes > MAX_PRETTY) {
      return compact(value);
    }
    var text = new StringWriter();
    write(value, text, true);
    return text.toString();
  }

  /** How many bytes a value has as compact JSON, in UTF-8. */
  static long size(@Nullable Object value) {
    var counter = new ByteCounter();
    write(value, counter, false);
    return counter.bytes;
  }

  /** The text that the data of a result is or has; null if there is none. */
  static @Nullable String content(@Nullable Object data) {
    Object content = data;
    if (data instanceof Map<?, ?> map) {
      content = map.get("content") instanceof String ? map.get("content") : map.get("text");
    }
    return content instanceof String text ? text : null;
  }

  private static void write(@Nullable Object value, Writer out, boolean isPretty) {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      if (isPretty) {
        json.setPrettyPrinter(printer());
      }
      ResourceJson.writeValueTo(json, value);
    } catch (IOException e) {
      throw new AssertionError(e); // there is no I/O
    }
  }

  private static DefaultPrettyPrinter printer() {
    var indenter = new DefaultIndenter("  ", "\n");
    var separators =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");
    var printer = new DefaultPrettyPrinter(separators);
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    return printer;
  }

  /** A writer to nowhere that counts bytes in UTF-8. */
  private static final class ByteCounter extends Writer {

    private long bytes;

    @Override
    public void write(char[] text, int offset, int length) {
      for (int i = offset; i < offset + length; i++) {
        char c = text[i];
        bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
      }
    }

    @Override
    public void flush() {
      // There is nothing to flush.
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }
}
