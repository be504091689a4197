package dev.attache.resource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A content of bytes that are not text: an image, a document, an archive. Immutable and
 * thread-safe.
 */
public final class Blob extends ResourceContent {

  private final byte[] bytes;
  private volatile @Nullable ContentDigest digest;

  private Blob(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * {@return a blob of a copy of {@code length} bytes from {@code offset}}
   *
   * @param bytes copied, so that later changes do not reach the blob
   * @param offset the index of the first byte that is taken
   * @param length how many bytes are taken; may be 0
   * @throws IndexOutOfBoundsException if the range is not within {@code bytes}
   */
  public static Blob of(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return new Blob(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  /** {@return a copy of the bytes} */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /**
   * Writes the bytes to {@code out}.
   *
   * @param out neither flushed nor closed
   * @throws IOException if it cannot take the bytes; the blob itself never fails
   */
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes);
  }

  @Override
  public boolean isText() {
    return false;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public ContentDigest digest() {
    ContentDigest known = digest;
    if (known == null) {
      known = ContentDigest.sha256(bytes);
      digest = known;
    }
    return known;
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public <T> T match(
      Function<? super Text, ? extends T> text,
      Function<? super Blob, ? extends T> blob,
      Function<? super Stored, ? extends T> stored) {
    return blob.apply(this);
  }
}
