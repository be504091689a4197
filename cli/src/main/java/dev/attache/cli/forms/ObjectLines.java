package dev.attache.cli.forms;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** JSON objects of plain values, one a line. */
public final class ObjectLines {

  private final JsonGenerator json;

  private ObjectLines(JsonGenerator json) {
    this.json = json;
  }

  /** Writes to a stream, which stays open. */
  public static ObjectLines to(OutputStream out) throws IOException {
    return new ObjectLines(JsonFormat.generator(out));
  }

  /** Writes one line; what is null is left out. */
  public ObjectLines write(Map<String, Object> object) throws IOException {
    PlainJson.writeWellFormed(object, json);
    json.writeRaw('\n');
    return this;
  }

  public void flush() throws IOException {
    json.flush();
  }
}
