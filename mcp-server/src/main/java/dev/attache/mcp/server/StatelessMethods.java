package dev.attache.mcp.server;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.mcp.server.Methods.Method;
import dev.attache.mcp.server.Methods.When;
import dev.attache.mcp.wire.JsonValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The methods of the revision 2026-07-28, by their names, over those of the older ones. Nothing of
 * one request is known to the next: what a model was given before is not, so results are in full.
 * Thread-safe.
 */
final class StatelessMethods {

  static final String LISTEN = "subscriptions/listen";

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
      Handshake.ABOUT_SNAPSHOTS
          + " After you have changed a source, or when it may have changed, call refresh_resource"
          + " with its URI: it answers with the content as it is now. list_resources says what is"
          + " attached.";

  private final Methods methods;
  private final byte[] fixed;
  private final byte[] changing;
  private final byte[] uncached;

  /**
   * @param version the version that the server says of itself
   */
  StatelessMethods(Methods methods, String version) {
    this.methods = methods;
    this.fixed = leading(FIXED_MILLIS, version);
    this.changing = leading(CHANGING_MILLIS, version);
    this.uncached = leading(-1, version);
  }

  /** Whether there is a method of that name. */
  static boolean isKnown(String name) {
    return NAMES.contains(name);
  }

  static RequestException unknown(String name) {
    return RequestException.of(
        ErrorAnswer.METHOD_NOT_FOUND, "unknown method \"" + name + "\" in " + Envelope.REVISION);
  }

  /** Returns a method that answers by itself; null if there is none of that name. */
  @Nullable Method find(String name) {
    return switch (name) {
      case "server/discover" ->
          new Method(
              When.AT_ONCE, new Body(ResultBody.object((request, json) -> discover(json)), fixed));
      case "tools/list", "resources/templates/list" -> over(name, fixed);
      case "resources/list", "resources/read" -> over(name, changing);
      case "tools/call" -> over(name, uncached);
      default -> null;
    };
  }

  private @Nullable Method over(String name, byte[] leading) {
    Method method = methods.find(name);
    return method == null ? null : new Method(method.when(), new Body(method.body(), leading));
  }

  private static void discover(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("supportedVersions");
    for (String each : Envelope.SPOKEN) {
      json.writeString(each);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("capabilities");
    Handshake.writeOffers(json);
    json.writeEndObject();
    json.writeStringField("instructions", INSTRUCTIONS);
  }

  /**
   * Returns the fields that results begin with.
   *
   * @param ttlMillis how long a result may be taken for the present one; negative for one that
   *     nobody keeps, and that may have a {@code _meta} of its own
   */
  private static byte[] leading(int ttlMillis, String version) {
    var bytes = new AnswerBuffer();
    try (JsonGenerator json = JsonValues.generator(bytes)) {
      json.writeStartObject();
      json.writeStringField("resultType", "complete");
      if (ttlMillis >= 0) {
        json.writeNumberField("ttlMs", ttlMillis);
        json.writeStringField("cacheScope", "private"); // it is what one user attached
        json.writeObjectFieldStart("_meta");
        writeServer(json, version);
        json.writeEndObject();
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a buffer takes all bytes
    }
    byte[] object = bytes.toByteArray();
    return Arrays.copyOfRange(object, 1, object.length - 1);
  }

  /** Writes which server it is, as a field of {@code _meta}. */
  static void writeServer(JsonGenerator json, String version) throws IOException {
    json.writeObjectFieldStart("io.modelcontextprotocol/serverInfo");
    Handshake.writeIdentity(json, version);
    json.writeEndObject();
  }

  /** What writes a result with those fields. */
  private static final class Body implements ResultBody {

    private final ResultBody body;
    private final byte[] leading;

    Body(ResultBody body, byte[] leading) {
      this.body = body;
      this.leading = leading;
    }

    @Override
    public byte[] leading() {
      return leading;
    }

    @Override
    public void write(RunningRequest request, JsonGenerator json)
        throws RequestException, IOException {
      try {
        body.write(request, json);
      } catch (RequestException e) {
        throw e.ofStateless();
      }
    }
  }
}
