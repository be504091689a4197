package dev.attache.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A content of characters, kept exactly: no trimming, no change of line ends.
 *
 * <p>Held as UTF-8, so that a file in UTF-8 is neither decoded nor encoded on its way; the {@link
 * #value} is decoded when first asked for. Immutable and thread-safe.
 */
public final class Text extends ResourceContent {

  private final byte[] utf8;
  private volatile @Nullable String value;
  private volatile @Nullable ContentDigest digest;

  private Text(byte[] utf8, @Nullable String value) {
    this.utf8 = utf8;
    this.value = value;
  }

  /**
   * {@return a text}
   *
   * @param value kept exactly, line ends too
   * @throws IllegalArgumentException if {@code value} holds an unpaired surrogate, which UTF-8
   *     cannot express
   */
  public static Text of(String value) {
    try {
      ByteBuffer encoded =
          UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .encode(CharBuffer.wrap(value));
      byte[] utf8 = new byte[encoded.remaining()];
      encoded.get(utf8);
      return new Text(utf8, value);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("text must not contain an unpaired surrogate", e);
    }
  }

  /**
   * {@return the text that {@code length} bytes from {@code offset} spell in UTF-8, or nothing if
   * they are not valid UTF-8}
   *
   * @param bytes copied, so that later changes do not reach the text
   * @param offset the index of the first byte that is taken
   * @param length how many bytes are taken; may be 0
   * @throws IndexOutOfBoundsException if the range is not within {@code bytes}
   */
  public static Optional<Text> parseUtf8(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
    return WellFormedUtf8.test(copy) ? Optional.of(new Text(copy, null)) : Optional.empty();
  }

  /**
   * {@return the text that these bytes spell in UTF-8, where the caller has just made sure that
   * they are well-formed} Nothing is checked again: what is malformed would show as U+FFFD in
   * {@link #value}, while size, digest and bytes stay those of the bytes given.
   *
   * @param bytes copied, so that later changes do not reach the text
   * @param offset the index of the first byte that is taken
   * @param length how many bytes are taken; may be 0
   * @throws IndexOutOfBoundsException if the range is not within {@code bytes}
   */
  public static Text ofUtf8(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return new Text(Arrays.copyOfRange(bytes, offset, offset + length), null);
  }

  /** {@return the characters} */
  public String value() {
    String known = value;
    if (known == null) {
      known = new String(utf8, UTF_8);
      value = known;
    }
    return known;
  }

  /** {@return a copy of the characters in UTF-8} */
  public byte[] toByteArray() {
    return utf8.clone();
  }

  /**
   * Writes the characters in UTF-8 to {@code out}.
   *
   * @param out neither flushed nor closed
   * @throws IOException if it cannot take the bytes; the text itself never fails
   */
  public void writeTo(OutputStream out) throws IOException {
    out.write(utf8);
  }

  @Override
  public boolean isText() {
    return true;
  }

  @Override
  public long size() {
    return utf8.length;
  }

  @Override
  public ContentDigest digest() {
    ContentDigest known = digest;
    if (known == null) {
      known = ContentDigest.sha256(utf8);
      digest = known;
    }
    return known;
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(utf8);
  }

  @Override
  public <T> T match(
      Function<? super Text, ? extends T> text,
      Function<? super Blob, ? extends T> blob,
      Function<? super Stored, ? extends T> stored) {
    return text.apply(this);
  }

  /** The test whether bytes are UTF-8 (RFC 3629), quick for the usual case of all ASCII. */
  private static final class WellFormedUtf8 {

    private WellFormedUtf8() {}

    static boolean test(byte[] bytes) {
      return isAscii(bytes) || decodes(bytes);
    }

    private static boolean isAscii(byte[] bytes) {
      int seen = 0;
      for (byte b : bytes) {
        seen |= b;
      }
      return seen >= 0;
    }

    private static boolean decodes(byte[] bytes) {
      try {
        UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(bytes)); // a new decoder reports what is malformed
        return true;
      } catch (CharacterCodingException e) {
        return false;
      }
    }
  }
}
