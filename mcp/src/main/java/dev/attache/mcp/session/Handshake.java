package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.ServerText;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.support.json.LenientValues;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first words with a server, by which its era is found out: {@code server/discover}, which
 * servers of the legacy era refuse or do not answer, and {@code initialize} for those.
 */
public final class Handshake {

  /** The greeting of the legacy era. */
  static final String INITIALIZE = "initialize";

  /** The notification that ends the handshake; before it, a server may refuse any request. */
  public static final String INITIALIZED = "notifications/initialized";

  static final String MODERN = "2026-07-28";

  /** The revisions of the legacy era, the latest first. */
  private static final List<String> LEGACY =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  /** How long a modern server may take to say that it is one. */
  static final Duration PROBE = Duration.ofSeconds(3);

  /** The codes by which the revision of 2026-07-28 says that it is spoken. */
  private static final int FIRST_MODERN_CODE = -32022;

  private static final int LAST_MODERN_CODE = -32020;

  private final String server;
  private final RequestChannel calls;
  private final Map<String, Object> clientInfo;
  private final Map<String, Object> capabilities;
  private final long deadline;
  private final Duration timeout;
  private final Duration probe;

  /**
   * What a server says of itself.
   *
   * @param envelope what every request carries as {@code _meta}
   */
  record Greeting(
      Era era,
      String version,
      Map<String, Object> info,
      Map<String, Object> capabilities,
      @Nullable String instructions,
      Map<String, Object> envelope) {}

  Handshake(
      String server,
      RequestChannel calls,
      String clientVersion,
      Map<String, Object> capabilities,
      Duration timeout,
      Duration probe) {
    this.server = server;
    this.calls = calls;
    this.clientInfo = clientInfo(clientVersion);
    this.capabilities = capabilities;
    this.timeout = timeout;
    this.probe = probe;
    this.deadline = System.nanoTime() + timeout.toNanos();
  }

  private static Map<String, Object> clientInfo(String version) {
    var info = new LinkedHashMap<String, Object>();
    info.put("name", "attache");
    info.put("title", "Attaché");
    info.put("version", version);
    return info;
  }

  Greeting greet() throws McpException {
    calls.open(Era.MODERN);
    Greeting modern = probe();
    if (modern != null) {
      return modern;
    }
    boolean isAnother = calls.open(Era.LEGACY);
    try {
      return initialize();
    } catch (McpException e) {
      if (e.kind() == Kind.TIMEOUT && remaining().isNegative()) { // and not interrupted
        throw notStarted(server, timeout, e);
      }
      if (isAnother || e.kind() != Kind.CLOSED || remaining().isNegative()) {
        throw e;
      }
      calls.open(Era.LEGACY); // the probe may have ended it, which only showed now
      return initialize();
    }
  }

  /** Says that a server has taken too long, by the whole of its limit. */
  public static McpException notStarted(String server, Duration timeout, Exception cause) {
    return new McpException(
        Kind.TIMEOUT,
        "the MCP server "
            + server
            + " did not answer initialize within "
            + RequestChannel.seconds(timeout),
        cause);
  }

  private Duration remaining() {
    return Duration.ofNanos(deadline - System.nanoTime());
  }

  /** What a modern server says; null if it is none. */
  private @Nullable Greeting probe() throws McpException {
    Duration half = timeout.dividedBy(2);
    Duration patience = half.compareTo(probe) < 0 ? half : probe;
    Map<String, Object> result;
    try {
      result = calls.requestFirmly("server/discover", Map.of("_meta", envelope()), patience);
    } catch (McpException e) {
      int code = e.code().orElse(0);
      if (code >= FIRST_MODERN_CODE && code <= LAST_MODERN_CODE) {
        List<String> supported =
            LenientValues.texts(LenientValues.object(e.data().orElse(null)).get("supported"));
        requireLegacy(supported, e);
        return null;
      }
      if (isOver(e)) {
        throw e;
      }
      return null;
    }
    List<String> supported = LenientValues.texts(result.get("supportedVersions"));
    if (supported.isEmpty()) {
      return null; // a server that answers everything
    }
    if (!supported.contains(MODERN)) {
      requireLegacy(supported, noCommonVersion(supported, null));
      return null;
    }
    Object info =
        LenientValues.object(result.get("_meta")).get("io.modelcontextprotocol/serverInfo");
    return new Greeting(
        Era.MODERN,
        MODERN,
        LenientValues.object(info == null ? result.get("serverInfo") : info),
        LenientValues.object(result.get("capabilities")),
        LenientValues.text(result.get("instructions")),
        envelope());
  }

  /** Whether there is no use in another attempt. */
  private static boolean isOver(McpException e) {
    return switch (e.kind()) {
      case UNREACHABLE, DENIED, UNUSABLE -> true;
      default -> Thread.currentThread().isInterrupted();
    };
  }

  private void requireLegacy(List<String> supported, McpException cause) throws McpException {
    if (supported.isEmpty() || supported.contains(MODERN)) {
      throw cause; // which says no more than that it refuses
    }
    if (LEGACY.stream().noneMatch(supported::contains)) {
      throw noCommonVersion(supported, cause);
    }
  }

  private McpException noCommonVersion(List<String> theirs, @Nullable Throwable cause) {
    return new McpException(
        Kind.INVALID,
        "the MCP server "
            + server
            + " speaks "
            + ServerText.line(String.join(", ", theirs), 200)
            + " of the protocol"
            + (theirs.contains(MODERN)
                ? ", but does not answer in it; also supported are "
                : "; supported are " + MODERN + ", ")
            + String.join(", ", LEGACY),
        cause);
  }

  private Map<String, Object> envelope() {
    var envelope = new LinkedHashMap<String, Object>();
    envelope.put("io.modelcontextprotocol/protocolVersion", MODERN);
    envelope.put("io.modelcontextprotocol/clientInfo", clientInfo);
    envelope.put("io.modelcontextprotocol/clientCapabilities", capabilities);
    return envelope;
  }

  private Greeting initialize() throws McpException {
    var params = new LinkedHashMap<String, Object>();
    params.put("protocolVersion", LEGACY.get(0));
    params.put("capabilities", capabilities);
    params.put("clientInfo", clientInfo);
    Map<String, Object> result = calls.requestFirmly(INITIALIZE, params, remaining());
    String version = LenientValues.text(result.get("protocolVersion"));
    if (version == null) {
      throw calls.failure(AnswerException.without("protocolVersion"), INITIALIZE);
    }
    if (!LEGACY.contains(version)) {
      throw noCommonVersion(List.of(version), null);
    }
    calls.notify(INITIALIZED, Map.of(), remaining());
    return new Greeting(
        Era.LEGACY,
        version,
        LenientValues.object(result.get("serverInfo")),
        LenientValues.object(result.get("capabilities")),
        LenientValues.text(result.get("instructions")),
        Map.of());
  }
}
