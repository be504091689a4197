package dev.attache.core.outcome;

import dev.attache.resource.Blob;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Text;
import dev.attache.types.MimeType;
import dev.attache.types.TypeDecision;
import dev.attache.types.TypeDetector;
import dev.attache.types.text.TextDecoder;
import dev.attache.types.text.TextReading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A content as it was made of bytes: a text or a blob, and its type. Immutable.
 *
 * @param content the text or the blob
 * @param type how its type was decided
 * @param notes what was converted or uncertain, a line each
 * @param isConverted whether the bytes of the text are others than came
 */
public record TypedContent(
    ResourceContent content, TypeDecision type, List<String> notes, boolean isConverted) {

  /**
   * Decides what bytes are.
   *
   * @param types the rules
   * @param declared the type that a server or a user gave, with or without parameters
   * @param name a name or a path, of which the last segment counts
   * @param bytes all of the content, from the first byte on
   * @param length how many of the bytes count
   * @return the text or the blob that they are, with its type
   */
  public static TypedContent of(
      TypeDetector types,
      @Nullable String declared,
      @Nullable String name,
      byte[] bytes,
      int length) {
    String expected = types.asText(declared, name, bytes, length);
    TextReading reading = TextDecoder.read(bytes, length, charset(declared), expected);
    TypeDecision type = types.decide(declared, name, bytes, length, reading.isText());
    return new TypedContent(
        content(reading, bytes, length), type, reading.notes(), reading.utf8() != null);
  }

  private static ResourceContent content(TextReading reading, byte[] bytes, int length) {
    if (!reading.isText()) {
      return Blob.of(bytes, 0, length);
    }
    byte[] converted = reading.utf8();
    return converted == null
        ? Text.ofUtf8(bytes, 0, length)
        : Text.ofUtf8(converted, 0, converted.length);
  }

  /**
   * {@return the charset parameter of a declared type (RFC 9110, section 8.3.2); null if it has
   * none}
   *
   * @param declaredType the value of a {@code Content-Type}; null if there is none
   */
  public static @Nullable String charset(@Nullable String declaredType) {
    MimeType type = MimeType.parseHeader(declaredType).orElse(null);
    return type == null ? null : type.parameter("charset").orElse(null);
  }
}
