package dev.attache.mcp.server;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;

/** The place in an answer where others write a JSON value by themselves. */
final class RawJson {

  private RawJson() {}

  /**
   * Returns what takes the bytes of the next value, all of them before anything else is written.
   */
  static OutputStream of(JsonGenerator json) throws IOException {
    json.writeRawValue(""); // the comma or the colon before it
    json.flush();
    return (OutputStream) json.getOutputTarget();
  }
}
