package dev.attache.resource.spi;

import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a handler about the type of a content before anybody has looked at its bytes.
 *
 * @param fileName its name ({@code Main.java}) or its path ({@code src/Main.java}), or null
 * @param declaredType the value of a {@code Content-Type} or a {@code mimeType} as the source gave
 *     it, parameters included, or null
 */
public record ContentHints(@Nullable String fileName, @Nullable String declaredType) {

  /** Nothing is known. */
  public static final ContentHints NONE = new ContentHints(null, null);

  /** {@return only the file name is known} */
  public static ContentHints ofFileName(String fileName) {
    return new ContentHints(fileName, null);
  }

  /** {@return only the declared type is known} */
  public static ContentHints ofDeclaredType(@Nullable String declaredType) {
    return new ContentHints(null, declaredType);
  }
}
