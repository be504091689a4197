package dev.attache.server.rpc;

import dev.attache.support.json.LenientValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields that each request has in {@code params._meta} since the revision 2026-07-28, by which
 * it stands alone: the revision it is written in, and what its client can do.
 */
public final class Envelope {

  public static final String REVISION = "2026-07-28";

  /** The revisions whose sessions begin with {@code initialize}, the latest first. */
  public static final List<String> WITH_SESSIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  /** All revisions that are spoken, the latest first; the older ones after {@code initialize}. */
  public static final List<String> SPOKEN =
      Stream.concat(Stream.of(REVISION), WITH_SESSIONS.stream()).toList();

  private static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
  private static final String CLIENT_KEY = "io.modelcontextprotocol/clientInfo";
  private static final String CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
  private static final int UNSUPPORTED_VERSION = -32022;

  private Envelope() {}

  /** Whether a message names a revision by itself, and so belongs to no session. */
  public static boolean isIn(@Nullable Object params) {
    return meta(params).containsKey(VERSION_KEY);
  }

  /**
   * The revision that a message names.
   *
   * @throws RequestException if it names none
   */
  public static String revision(@Nullable Object params) throws RequestException {
    Object version = meta(params).get(VERSION_KEY);
    if (version instanceof String text) {
      return text;
    }
    throw RequestException.invalidParams(
        "params._meta[\""
            + VERSION_KEY
            + "\"] "
            + (version == null ? "is missing; it must be" : "must be")
            + " the revision of the protocol: "
            + REVISION);
  }

  /** Returns the client's name for itself in a message; null if it gives none. */
  static @Nullable String client(@Nullable Object params) {
    return LenientValues.object(meta(params).get(CLIENT_KEY)).get("name") instanceof String name
        ? name
        : null;
  }

  /**
   * Checks that a request can be answered by itself.
   *
   * @throws RequestException if not, saying why
   */
  public static void check(@Nullable Object params) throws RequestException {
    String revision = revision(params);
    if (!revision.equals(REVISION)) {
      throw unsupported(revision);
    }
    Object capabilities = meta(params).get(CAPABILITIES_KEY);
    if (!(capabilities instanceof Map<?, ?>)) {
      throw RequestException.invalidParams(
          "params._meta[\""
              + CAPABILITIES_KEY
              + "\"] "
              + (capabilities == null ? "is missing; it must be" : "must be")
              + " an object");
    }
  }

  private static RequestException unsupported(String revision) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("supported", SPOKEN);
    data.put("requested", revision);
    String what =
        WITH_SESSIONS.contains(revision)
            ? " begins with initialize, and its requests name no revision"
            : " is not supported here";
    return RequestException.of(
        UNSUPPORTED_VERSION, "revision " + revision + what + "; send " + REVISION, data);
  }

  private static Map<String, Object> meta(@Nullable Object params) {
    return LenientValues.object(LenientValues.object(params).get("_meta"));
  }
}
