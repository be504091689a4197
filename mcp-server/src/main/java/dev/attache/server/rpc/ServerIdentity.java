package dev.attache.server.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * A server as it names itself to its clients.
 *
 * @param version the version that it says of itself
 */
public record ServerIdentity(String version) {

  /** Writes it as the fields of an object. */
  public void writeTo(JsonGenerator json) throws IOException {
    json.writeStringField("name", "attache");
    json.writeStringField("title", "Attaché");
    json.writeStringField("version", version);
  }

  /** Writes it as a field of {@code _meta}. */
  public void writeMetaTo(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("io.modelcontextprotocol/serverInfo");
    writeTo(json);
    json.writeEndObject();
  }
}
