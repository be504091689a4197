package dev.attache.examples.zip;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The syntax of {@code zip:} URIs: {@code zip:PATH}, or {@code zip:PATH!/ENTRIES}.
 *
 * <p>Canonical: {@code zip:}, the real path of the archive, and, unless all of it is meant, {@code
 * !/} and what is meant. RFC 3986's {@code pchar} stand for themselves, all else is upper-case
 * {@code %XX} of its UTF-8 bytes; so is {@code !} in the path, because the first {@code !/} ends
 * it, and {@code *} in the name of an entry, because as it is it belongs to a pattern. Case is
 * kept, and so are names that differ in their Unicode normalization only: they may be two entries.
 *
 * @param archive the real path of the archive
 * @param entries which of its entries are meant
 */
record ZipUri(Path archive, EntryPattern entries) {

  private static final String SCHEME = "zip:";
  private static final String SEPARATOR = "!/";
  private static final String RAW_MARKS = "-._~!$&'()+,;=:@/";
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  /** Reads a URI or a reference whose scheme is {@code zip}, in any case. */
  static ZipUri parse(String uri, HandlerContext context) throws ResourceException {
    String rest = uri.substring(SCHEME.length());
    int separator = rest.indexOf(SEPARATOR);
    String path = separator < 0 ? rest : rest.substring(0, separator);
    String entries = separator < 0 ? "" : rest.substring(separator + SEPARATOR.length());
    return new ZipUri(archive(path, uri, context), EntryPattern.parse(entries, uri));
  }

  /** The canonical URI of all that is meant. */
  ResourceUri canonical() {
    String encoded = entries.encoded();
    return ResourceUri.of(encoded.isEmpty() ? prefix() : prefix() + SEPARATOR + encoded);
  }

  /** The canonical URI of one entry. */
  ResourceUri entry(String name) {
    return ResourceUri.of(prefix() + SEPARATOR + encode(name));
  }

  /** An entry as people are shown it: {@code docs/a.zip!/guide/index.md}. */
  String display(String name, HandlerContext context) {
    Path shown =
        archive.startsWith(context.workspace()) ? context.workspace().relativize(archive) : archive;
    return shown + SEPARATOR + name;
  }

  private String prefix() {
    return SCHEME + encode(archive.toString()).replace("!", "%21");
  }

  private static Path archive(String encoded, String uri, HandlerContext context)
      throws ResourceException {
    if (encoded.isEmpty() || encoded.startsWith("//")) {
      throw invalid(uri, "names no archive; write zip:PATH or zip:PATH!/ENTRY");
    }
    if (encoded.indexOf('*') >= 0 || encoded.indexOf('?') >= 0) {
      throw invalid(
          uri,
          "one archive is named, without a pattern; write %2A and %3F for * and ? in its name");
    }
    try {
      return realPath(context.workspace().resolve(decode(encoded, uri)));
    } catch (InvalidPathException e) {
      throw invalid(uri, "cannot be the path of a file here: " + e.getReason());
    } catch (IOException e) {
      throw ArchiveStamp.failure(uri, e);
    }
  }

  /** Symbolic links are resolved as far as there is something; the rest keeps its spelling. */
  private static Path realPath(Path absolute) throws IOException {
    Path parent = absolute.getParent();
    if (Files.exists(absolute) || parent == null) {
      return absolute.toRealPath();
    }
    Path directory = realPath(parent);
    String name = String.valueOf(absolute.getFileName());
    if (name.equals("..")) {
      Path above = directory.getParent();
      return above == null ? directory : above;
    }
    return name.equals(".") || name.isEmpty() ? directory : directory.resolve(name);
  }

  /** Decodes a path, or a part of one, once. */
  static String decode(String encoded, String uri) throws ResourceException {
    byte[] spelled = encoded.getBytes(UTF_8);
    var bytes = new ByteArrayOutputStream(spelled.length);
    for (int i = 0; i < spelled.length; i++) {
      if (spelled[i] == '%') {
        bytes.write(decodeOne(spelled, i, uri));
        i += 2;
      } else {
        bytes.write(spelled[i]);
      }
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    } catch (CharacterCodingException e) {
      throw invalid(uri, "is not UTF-8 once it is decoded");
    }
  }

  private static int decodeOne(byte[] spelled, int at, String uri) throws ResourceException {
    int high = at + 1 < spelled.length ? Character.digit(spelled[at + 1], 16) : -1;
    int low = at + 2 < spelled.length ? Character.digit(spelled[at + 2], 16) : -1;
    if (high < 0 || low < 0) {
      throw invalid(uri, "has a % that two hex digits do not follow; write %25 for the sign");
    }
    int value = 16 * high + low;
    if (value == '/' || value == 0) {
      throw invalid(
          uri, "must not contain an encoded " + (value == 0 ? "NUL (%00)" : "slash (%2F)"));
    }
    return value;
  }

  /** Encodes a path, or a part of one. */
  static String encode(String path) {
    var encoded = new StringBuilder(path.length() + 16);
    for (byte b : path.getBytes(UTF_8)) {
      boolean isAlphanumeric =
          (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
      if (isAlphanumeric || RAW_MARKS.indexOf(b) >= 0) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX[(b >> 4) & 0xf]).append(HEX[b & 0xf]);
      }
    }
    return encoded.toString();
  }

  static ResourceException invalid(String uri, String rule) {
    return ResourceException.of(Kind.INVALID_URI, uri, rule);
  }
}
