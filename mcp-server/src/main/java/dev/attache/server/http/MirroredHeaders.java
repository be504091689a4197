package dev.attache.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The check that the headers of a request say the same as its body (MCP 2026-07-28, "Request
 * Metadata"): whatever stands between client and server goes by the headers.
 */
final class MirroredHeaders {

  static final String VERSION = "MCP-Protocol-Version";

  private static final String METHOD = "Mcp-Method";
  private static final String NAME = "Mcp-Name";
  private static final String ENCODED = "=?base64?";
  private static final String ENCODED_END = "?=";
  private static final int MISMATCH = -32020;

  private MirroredHeaders() {}

  /**
   * Checks the headers that all messages have.
   *
   * @param revision what the body names
   */
  static void checkVersion(Headers headers, String revision) throws RequestException {
    compare(VERSION, only(headers, VERSION), revision, "the revision in params._meta");
  }

  /** Checks the headers that requests have, after their version. */
  static void check(Headers headers, String method, Params params) throws RequestException {
    compare(METHOD, only(headers, METHOD), method, "the method");
    String field =
        switch (method) {
          case "tools/call" -> "name";
          case "resources/read" -> "uri";
          default -> null;
        };
    if (field != null && params.fields().get(field) instanceof String name) {
      compare(NAME, decoded(only(headers, NAME)), name, "params." + field);
    }
  }

  private static void compare(String header, @Nullable String value, String body, String what)
      throws RequestException {
    if (value == null) {
      throw mismatch(header, "is missing: it must say the same as " + what + ", " + body);
    }
    if (!value.equals(body)) {
      throw mismatch(header, "(" + value + ") must say the same as " + what + ", " + body);
    }
  }

  /** The value of a header; null if it is not there. */
  private static @Nullable String only(Headers headers, String name) throws RequestException {
    List<String> values = headers.getOrDefault(name, List.of());
    if (values.isEmpty()) {
      return null;
    }
    if (values.size() > 1) {
      throw mismatch(name, "is there " + values.size() + " times: it must be there once");
    }
    String value = values.get(0).strip();
    if (!value.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t')) {
      throw mismatch(name, "has a character that is not ASCII: it must be written as =?base64?…?=");
    }
    return value;
  }

  private static @Nullable String decoded(@Nullable String value) throws RequestException {
    if (value == null || !value.startsWith(ENCODED) || !value.endsWith(ENCODED_END)) {
      return value;
    }
    int end = value.length() - ENCODED_END.length();
    try {
      byte[] bytes = Base64.getDecoder().decode(value.substring(ENCODED.length(), end));
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
      throw mismatch(NAME, "is not valid Base64: " + value);
    } catch (CharacterCodingException e) {
      throw mismatch(NAME, "is not UTF-8 in Base64: " + value);
    }
  }

  private static RequestException mismatch(String header, String problem) {
    return RequestException.of(MISMATCH, "header " + header + " " + problem);
  }
}
