package dev.attache.support.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.json.WholeCharacters;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.CodingErrorAction;
import java.util.Map;

/**
 * A writer of JSON values, one a line: every character as itself, half characters as U+FFFD. A
 * value that is not written to its end is not completed. Not thread-safe.
 */
public final class JsonLines {

  private static final byte[] REPLACEMENT = "\uFFFD".getBytes(UTF_8);

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // keys of others fill a table
          .build();

  private final Writer writer;
  private final JsonGenerator json;

  /**
   * Begins to write to a stream, which is never closed here.
   *
   * @param out what takes the lines, in UTF-8; buffered here, and never flushed
   * @throws IOException never, as nothing is written yet
   */
  public JsonLines(OutputStream out) throws IOException {
    writer =
        new OutputStreamWriter(
            out,
            UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .replaceWith(REPLACEMENT));
    json = JSON.createGenerator(writer);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT); // an error must show
    json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
    json.setRootValueSeparator(null);
  }

  /**
   * {@return an object on one line, without its end}
   *
   * @param object JSON values by name, written in the order of the map
   * @throws IOException if the object cannot be written
   */
  public static String text(Map<String, Object> object) throws IOException {
    var out = new StringWriter(); // the buffers of a stream cost more than a small object
    try (JsonGenerator json = JSON.createGenerator(out)) {
      ResourceJson.writeObjectTo(json, object);
    }
    return WholeCharacters.of(out.toString());
  }

  /**
   * {@return a parser of what somebody else wrote}
   *
   * @param in one value after the other, in UTF-8 or what JSON allows beside it; closed with the
   *     parser
   * @throws IOException if the beginning cannot be read
   */
  public static JsonParser parser(InputStream in) throws IOException {
    return JSON.createParser(in);
  }

  /** {@return what writes the values; what it has been given is out after {@link #flush}} */
  public JsonGenerator generator() {
    return json;
  }

  /**
   * Ends a line, after a value that is complete.
   *
   * @throws IOException if nothing can be written
   */
  public void endLine() throws IOException {
    json.writeRaw('\n');
  }

  /**
   * Hands on all that was written.
   *
   * @throws IOException if the stream cannot take it
   */
  public void flush() throws IOException {
    json.flush();
    writer.flush();
  }
}
