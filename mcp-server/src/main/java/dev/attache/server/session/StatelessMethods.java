package dev.attache.server.session;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.AnswerWriter.Fields;
import dev.attache.server.rpc.Envelope;
import dev.attache.server.rpc.ErrorAnswer;
import dev.attache.server.rpc.MethodEntry;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.server.rpc.ServerIdentity;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The methods of the revision 2026-07-28, by their names, over those of the older ones. Nothing of
 * one request is known to the next: what a model was given before is not, so results are in full.
 * Thread-safe.
 */
public final class StatelessMethods {

  public static final String LISTEN = "subscriptions/listen";

  private static final Set<String> NAMES =
      Set.of(
          "server/discover",
          "tools/list",
          "tools/call",
          "resources/list",
          "resources/read",
          "resources/templates/list",
          LISTEN);

  /** What the command line of the server decides; nobody waits long for a new one. */
  private static final int FIXED_MILLIS = 60_000;

  /**
   * What attaching changes. Snapshots never do, but which one stands for a URI does as soon as any
   * client, or a new start of the server, attaches it again: no time can be promised.
   */
  private static final int CHANGING_MILLIS = 0;

  private static final String INSTRUCTIONS =
      InitializeMethod.ABOUT_SNAPSHOTS
          + " After you change a file, or when a source may have changed, call refresh_resource to"
          + " get its current content. list_resources lists what is attached.";

  private final Map<String, MethodEntry> all = new HashMap<>();

  public StatelessMethods(SessionMethods methods, ServerIdentity identity) {
    Fields fixed = kept(FIXED_MILLIS, identity);
    Fields changing = kept(CHANGING_MILLIS, identity);
    all.put("server/discover", MethodEntry.atOnce(StatelessMethods::discover).beginning(fixed));
    add("tools/list", methods, fixed);
    add("tools/call", methods, StatelessMethods::writeType); // it has a _meta of its own
    add("resources/list", methods, changing);
    add("resources/read", methods, changing);
    add("resources/templates/list", methods, fixed);
  }

  private void add(String name, SessionMethods methods, Fields head) {
    all.put(name, Objects.requireNonNull(methods.find(name)).beginning(head));
  }

  /** Whether there is a method of that name. */
  public static boolean isKnown(String name) {
    return NAMES.contains(name);
  }

  public static RequestException unknown(String name) {
    return RequestException.of(
        ErrorAnswer.METHOD_NOT_FOUND, "unknown method \"" + name + "\" in " + Envelope.REVISION);
  }

  /** Returns a method that answers by itself; null if there is none of that name. */
  @Nullable MethodEntry find(String name) {
    return all.get(name);
  }

  private static void discover(Params params, AnswerWriter out) throws IOException {
    JsonGenerator json = out.fields();
    json.writeArrayFieldStart("supportedVersions");
    for (String each : Envelope.SPOKEN) {
      json.writeString(each);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("capabilities");
    InitializeMethod.writeOffers(json);
    json.writeEndObject();
    json.writeStringField("instructions", INSTRUCTIONS);
  }

  /**
   * What a result begins with that may be kept: for so long it may be taken for the present one.
   */
  private static Fields kept(int millis, ServerIdentity identity) {
    return json -> {
      writeType(json);
      json.writeNumberField("ttlMs", millis);
      json.writeStringField("cacheScope", "private"); // it is what one user attached
      json.writeObjectFieldStart("_meta");
      identity.writeMetaTo(json);
      json.writeEndObject();
    };
  }

  private static void writeType(JsonGenerator json) throws IOException {
    json.writeStringField("resultType", "complete");
  }
}
