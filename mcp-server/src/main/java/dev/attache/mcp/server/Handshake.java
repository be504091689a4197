package dev.attache.mcp.server;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/** What a client and the server tell each other first. Thread-safe. */
final class Handshake {

  private static final String LATEST = "2025-11-25";
  static final List<String> KNOWN = List.of(LATEST, "2025-06-18", "2025-03-26", "2024-11-05");

  static final String ABOUT_SNAPSHOTS =
      "The resources of this server are snapshots that the user attached: files, web pages, outputs"
          + " of commands, resources of other servers. They stay as they were when they were"
          + " attached.";

  private static final String INSTRUCTIONS =
      ABOUT_SNAPSHOTS
          + " After you have changed a source, or when it may have changed, call"
          + " refresh_resource with its URI: it answers with the content as it is now, or with one"
          + " line if that is what you were given last. list_resources says what is attached.";

  private final String version;
  private volatile boolean isDone;

  /**
   * @param version the version that the server says of itself
   */
  Handshake(String version) {
    this.version = version;
  }

  /** Whether the client has begun the session. */
  boolean isDone() {
    return isDone;
  }

  /** Answers {@code initialize}. */
  void initialize(Params params, AnswerWriter out) throws RequestException, IOException {
    String asked = params.text("protocolVersion");
    JsonGenerator json = out.fields();
    json.writeStringField("protocolVersion", KNOWN.contains(asked) ? asked : LATEST);
    json.writeObjectFieldStart("capabilities");
    json.writeObjectFieldStart("logging");
    json.writeEndObject();
    writeOffers(json);
    json.writeEndObject();
    json.writeObjectFieldStart("serverInfo");
    writeIdentity(json, version);
    json.writeEndObject();
    json.writeStringField("instructions", INSTRUCTIONS);
    isDone = true;
  }

  /** Writes what the server can do, whatever the revision, as fields. */
  static void writeOffers(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("resources");
    json.writeBooleanField("subscribe", true);
    json.writeBooleanField("listChanged", true);
    json.writeEndObject();
    json.writeObjectFieldStart("tools");
    json.writeEndObject();
  }

  /** Writes what the server says of itself, as fields. */
  static void writeIdentity(JsonGenerator json, String version) throws IOException {
    json.writeStringField("name", "attache");
    json.writeStringField("title", "Attaché");
    json.writeStringField("version", version);
  }
}
