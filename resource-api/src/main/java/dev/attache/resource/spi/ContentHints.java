package dev.attache.resource.spi;

import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a handler about the type of a content before anybody has looked at its bytes.
 * Immutable.
 *
 * @param fileName its name ({@code Main.java}) or its path ({@code src/Main.java}), or null
 * @param declaredType the value of a {@code Content-Type} or a {@code mimeType} as the source gave
 *     it, parameters included, or null
 */
public record ContentHints(@Nullable String fileName, @Nullable String declaredType) {

  /** Nothing is known. */
  public static final ContentHints NONE = new ContentHints(null, null);

  /**
   * {@return hints of which only the file name is known}
   *
   * @param fileName a name or a path, of which the end tells the type
   */
  public static ContentHints ofFileName(String fileName) {
    return new ContentHints(fileName, null);
  }

  /**
   * {@return hints of which only the declared type is known}
   *
   * @param declaredType as the source gave it, parameters included; null when it gave none
   */
  public static ContentHints ofDeclaredType(@Nullable String declaredType) {
    return new ContentHints(null, declaredType);
  }
}
