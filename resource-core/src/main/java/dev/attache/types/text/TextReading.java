package dev.attache.types.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The finding that some bytes are a text in a charset, or that they are none.
 *
 * <p>Immutable, except that {@link #utf8} hands out its bytes without a copy.
 */
public final class TextReading {
  static final TextReading BLOB = new TextReading(null, null, List.of());

  private final @Nullable String charset;
  private final byte @Nullable [] converted;
  private final List<String> notes;

  private TextReading(@Nullable String charset, byte @Nullable [] converted, List<String> notes) {
    this.charset = charset;
    this.converted = converted;
    this.notes = List.copyOf(notes);
  }

  static TextReading verbatim(String charset, List<String> notes) {
    return new TextReading(charset, null, notes);
  }

  static TextReading converted(String charset, byte[] utf8, List<String> notes) {
    return new TextReading(charset, utf8, notes);
  }

  /** {@return whether the bytes are a text} */
  public boolean isText() {
    return charset != null;
  }

  /**
   * {@return whether the bytes that were read are the text's UTF-8 as they are; then {@link #utf8}
   * has nothing}
   */
  public boolean isVerbatim() {
    return isText() && converted == null;
  }

  /** {@return the charset the text was read in, by its WHATWG name; null for a blob} */
  public @Nullable String charset() {
    return charset;
  }

  /**
   * {@return the text in UTF-8 if it had to be converted, else null} The caller must not change it.
   */
  public byte @Nullable [] utf8() {
    return converted;
  }

  /**
   * {@return what a user should know: a guessed charset, an unknown label, or how much was lost}
   * Mostly empty.
   */
  public List<String> notes() {
    return notes;
  }
}
