package dev.attache.mcp.server;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** What writes the result of a request, as a JSON object. */
@FunctionalInterface
interface ResultBody {

  byte[] NOTHING = new byte[0];

  /**
   * Writes it.
   *
   * @throws RequestException if there is no result; what was written is thrown away
   * @throws IOException the same, because something could not be read or written
   */
  void write(RunningRequest request, JsonGenerator json) throws RequestException, IOException;

  /** What stands between the braces of the result before all that is written; usually nothing. */
  default byte[] leading() {
    return NOTHING;
  }

  /** Returns what writes an object around the fields that another one writes. */
  static ResultBody object(ResultBody fields) {
    return (request, json) -> {
      json.writeStartObject();
      fields.write(request, json);
      json.writeEndObject();
    };
  }
}
