package dev.attache.handlers.file.place;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.PercentEncoding;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/**
 * The syntax of {@code file:} URIs (RFC 8089): decoding whatever people write, and writing the one
 * canonical spelling.
 *
 * <p>Canonical: {@code file://}, the absolute path with RFC 3986's {@code pchar} as they are and
 * all else as upper-case {@code %XX} of its UTF-8 bytes, no slash at the end, and the fragment that
 * selects lines, or a part of a document.
 *
 * @param path the decoded path; relative if the URI was ({@code file:src/x})
 * @param part what the fragment selects, or null for all
 * @param hasEncodedBackslash whether the path holds a backslash that was spelled {@code %5C}
 */
public record FileUri(String path, @Nullable FilePart part, boolean hasEncodedBackslash) {

  private static final String SCHEME = "file:";
  private static final String LOCAL_HOST = "localhost";

  /** {@code pchar} and the slash stand for themselves in a path. */
  private static final PercentEncoding PATH = PercentEncoding.keeping("-._~!$&'()*+,;=:@/");

  /** Reads a URI whose scheme is {@code file}, in any case. */
  public static FileUri parse(String uri) throws ResourceException {
    String rest = uri.substring(SCHEME.length());
    int hash = rest.indexOf('#');
    FilePart part = hash < 0 ? null : part(uri, rest.substring(hash + 1));
    String hierarchy = hash < 0 ? rest : rest.substring(0, hash);
    if (hierarchy.indexOf('?') >= 0) {
      throw invalid(uri, "a file: URI has no query; write %3F for a question mark in a name");
    }
    String encoded = withoutHost(uri, hierarchy);
    if (encoded.isEmpty()) {
      throw invalid(uri, "names no path");
    }
    return new FileUri(
        decode(uri, encoded), part, encoded.contains("%5C") || encoded.contains("%5c"));
  }

  /** Returns the canonical URI of an absolute path. */
  public static String of(String absolutePath, @Nullable FilePart part) {
    String uri = SCHEME + "//" + encode(absolutePath);
    return part == null ? uri : uri + "#" + part;
  }

  /** Encodes a path, or a part of one. */
  public static String encode(String path) {
    return PATH.encode(path);
  }

  /** Encodes the bytes of a path, or a part of one, whether or not they are UTF-8. */
  public static String encode(byte[] path) {
    return PATH.encode(path);
  }

  /** What a fragment without its {@code #} selects; a URI has no other fragments. */
  public static FilePart part(String uri, String fragment) throws ResourceException {
    FilePart part = FilePart.parse(fragment);
    if (part == null) {
      throw invalid(
          uri,
          Redaction.redact("#" + fragment)
              + " selects no lines; write #L10 for one line or #L10-200 for several");
    }
    return part;
  }

  /** The path of {@code //host/path}, {@code /path} or {@code path}; only this host is allowed. */
  private static String withoutHost(String uri, String hierarchy) throws ResourceException {
    if (!hierarchy.startsWith("//")) {
      return hierarchy;
    }
    int slash = hierarchy.indexOf('/', 2);
    String host = slash < 0 ? hierarchy.substring(2) : hierarchy.substring(2, slash);
    if (!host.isEmpty() && !host.equalsIgnoreCase(LOCAL_HOST)) {
      throw invalid(
          uri,
          "names another host ("
              + Redaction.redact("//" + host).substring(2)
              + "); only local files can be read");
    }
    return slash < 0 ? "" : hierarchy.substring(slash);
  }

  private static String decode(String uri, String encoded) throws ResourceException {
    if (encoded.indexOf('%') < 0) {
      return encoded;
    }
    for (int at = encoded.indexOf('%'); at >= 0; at = encoded.indexOf('%', at + 3)) {
      requireByte(uri, PercentEncoding.byteAt(encoded, at));
    }
    byte[] bytes = PercentEncoding.decode(encoded);
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw invalid(uri, "is not UTF-8 once it is decoded");
    }
  }

  private static void requireByte(String uri, int value) throws ResourceException {
    if (value < 0) {
      throw invalid(uri, "has a % that is not followed by two hexadecimal digits");
    }
    if (value == '/' || value == 0) {
      throw invalid(
          uri, "must not contain an encoded " + (value == 0 ? "NUL (%00)" : "slash (%2F)"));
    }
  }

  public static ResourceException invalid(String uri, String rule) {
    return ResourceException.of(Kind.INVALID_URI, uri, rule);
  }
}
