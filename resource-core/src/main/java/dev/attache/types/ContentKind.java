package dev.attache.types;

/**
 * The kind of a content by what it is worth to a reader with little room, the most worthwhile
 * first: what people write, before what programs make of it, what others wrote, and data.
 */
public enum ContentKind {
  /** What people write: code, prose, settings; and all that nothing else is known of. */
  SOURCE,
  /** What a program wrote, and says so. */
  GENERATED,
  /** The exact versions that a package manager chose. */
  LOCK_FILE,
  /** Code that was made small for machines, and the map that leads back from it. */
  MINIFIED,
  /** A copy of other people's code. */
  VENDORED,
  /** What tests read or compare with. */
  FIXTURE,
  /** Rows, logs, drawings, catalogs, and large files of values. */
  DATA,
  /** Bytes that are no text. */
  BINARY;

  /**
   * {@return the kind of a text}
   *
   * @param path the path or URI, with {@code /} between its parts
   * @param size the number of bytes
   * @param start the first bytes, as many as are at hand
   */
  public static ContentKind ofText(String path, long size, byte[] start) {
    return KindRules.kind(path, size, start);
  }
}
