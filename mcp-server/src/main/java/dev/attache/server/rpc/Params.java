package dev.attache.server.rpc;

import dev.attache.support.json.LenientValues;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request, taken for what they must be. Immutable. */
public final class Params {

  private final Map<String, Object> fields;

  private Params(Map<String, Object> fields) {
    this.fields = fields;
  }

  /** Returns those of a request, which may have none. */
  public static Params of(@Nullable Object params) throws RequestException {
    if (params != null && !(params instanceof Map<?, ?>)) {
      throw RequestException.invalidParams("params must be an object");
    }
    return new Params(LenientValues.object(params));
  }

  /** The text of a parameter that must be there. */
  public String text(String name) throws RequestException {
    String text = optionalText(name);
    if (text == null) {
      throw RequestException.invalidParams("params." + name + " is missing; it must be a string");
    }
    return text;
  }

  /** The text of a parameter; null if it is not there. */
  @Nullable
  public String optionalText(String name) throws RequestException {
    Object value = fields.get(name);
    if (value != null && !(value instanceof String)) {
      throw RequestException.invalidParams("params." + name + " must be a string");
    }
    return (String) value;
  }

  /** The object of a parameter; empty if it is not there. */
  public Map<String, Object> object(String name) throws RequestException {
    Object value = fields.get(name);
    if (value != null && !(value instanceof Map<?, ?>)) {
      throw RequestException.invalidParams("params." + name + " must be an object");
    }
    return LenientValues.object(value);
  }

  /** Whether the request belongs to no session, and nothing is known of who gets the answer. */
  public boolean isStateless() {
    return Envelope.isIn(fields);
  }

  /** The client's name for itself in a request without a session; null if it gives none. */
  @Nullable
  public String client() {
    return Envelope.client(fields);
  }

  /** All parameters, as they came. */
  public Map<String, Object> fields() {
    return fields;
  }

  /** What progress is told under (MCP, {@code _meta.progressToken}); null if nobody asks for it. */
  @Nullable
  public Object progressToken() {
    Object token = LenientValues.object(fields.get("_meta")).get("progressToken");
    return token instanceof String || token instanceof Number ? token : null;
  }
}
