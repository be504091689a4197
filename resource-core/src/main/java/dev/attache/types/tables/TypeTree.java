package dev.attache.types.tables;

import org.jspecify.annotations.Nullable;

/**
 * A tree of MIME types, each below the one that it is a special case of, as Tika's registry has it.
 *
 * <p>The generated table holds only the relations that do not follow from the names ({@code
 * org.apache.tika.mime.MediaTypeRegistry#getSupertype}).
 */
public final class TypeTree {
  public static final String OCTET_STREAM = "application/octet-stream";
  public static final String PLAIN = "text/plain";
  public static final String XML = "application/xml";
  public static final String HTML = "text/html";

  private TypeTree() {}

  /** Whether {@code type} equals {@code base} or is a special case of it. */
  public static boolean isA(String type, String base) {
    for (@Nullable String t = type; t != null; t = parent(t)) {
      if (t.equals(base)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a content of this type is made of characters, by its name or by its ancestors. */
  public static boolean isTextual(String type) {
    return type.startsWith("text/") || isA(type, PLAIN) || isA(type, XML) || hasTextSuffix(type);
  }

  private static boolean hasTextSuffix(String type) {
    return type.endsWith("+json") || type.endsWith("+xml") || type.endsWith("+yaml");
  }

  private static @Nullable String parent(String type) {
    String listed = Parents.TABLE.find(type);
    return listed != null ? listed : parentByName(type);
  }

  /** The parent that a type has when nothing else is said; null for the root. */
  static @Nullable String parentByName(String type) {
    int parameters = type.indexOf(';');
    if (parameters >= 0) {
      return type.substring(0, parameters).trim();
    } else if (type.endsWith("+xml")) {
      return XML;
    } else if (type.endsWith("+zip")) {
      return "application/zip";
    } else if (type.startsWith("text/") && !type.equals(PLAIN)) {
      return PLAIN;
    }
    return type.equals(OCTET_STREAM) ? null : OCTET_STREAM;
  }

  private static final class Parents {
    static final SortedTable TABLE = SortedTable.load("type-parents");
  }
}
