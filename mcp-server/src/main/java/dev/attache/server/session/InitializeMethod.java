package dev.attache.server.session;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Envelope;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.server.rpc.ServerIdentity;
import dev.attache.support.json.LenientValues;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The method by which a client and the server tell each other first what they can. Thread-safe. */
public final class InitializeMethod {

  static final String ABOUT_SNAPSHOTS =
      "The user attached these resources: files, web pages, command output, resources of other"
          + " servers. They are snapshots and stay as they were attached.";

  private static final String INSTRUCTIONS =
      ABOUT_SNAPSHOTS
          + " After you change a file, or when a source may have changed, call refresh_resource to"
          + " get its current content. list_resources lists what is attached.";

  private final ServerIdentity identity;
  private final ClientRoots roots;
  private volatile @Nullable String client;
  private volatile boolean isDone;

  public InitializeMethod(ServerIdentity identity, ClientRoots roots) {
    this.identity = identity;
    this.roots = roots;
  }

  /** Whether the client has begun the session. */
  boolean isDone() {
    return isDone;
  }

  /** The client's name for itself; null if it gave none. */
  public @Nullable String client() {
    return client;
  }

  /** Answers {@code initialize}. */
  void initialize(Params params, AnswerWriter out) throws RequestException, IOException {
    String asked = params.text("protocolVersion");
    Object name = LenientValues.object(params.fields().get("clientInfo")).get("name");
    client = name instanceof String said ? said : null;
    roots.initialize(LenientValues.object(params.fields().get("capabilities")));
    JsonGenerator json = out.fields();
    json.writeStringField(
        "protocolVersion",
        Envelope.WITH_SESSIONS.contains(asked) ? asked : Envelope.WITH_SESSIONS.get(0));
    json.writeObjectFieldStart("capabilities");
    json.writeObjectFieldStart("logging");
    json.writeEndObject();
    writeOffers(json);
    json.writeEndObject();
    json.writeObjectFieldStart("serverInfo");
    identity.writeTo(json);
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
}
