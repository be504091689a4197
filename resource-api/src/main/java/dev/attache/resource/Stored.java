package dev.attache.resource;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;

/**
 * A content whose bytes are held elsewhere and read on demand: in a blob store, or nowhere any more
 * when only the digest was asked for.
 *
 * <p>What {@link #open} gives is verified while it is read: a stream that ends with another size or
 * another SHA-256 than the recorded ones fails with an {@link IOException} at its end, so that
 * wrong bytes are never taken for the content. Immutable and thread-safe.
 */
public final class Stored extends ResourceContent {

  private final boolean text;
  private final long size;
  private final ContentDigest digest;
  private final Source source;

  private Stored(boolean text, long size, ContentDigest digest, Source source) {
    this.text = text;
    this.size = size;
    this.digest = digest;
    this.source = source;
  }

  /** Where the bytes of a stored content come from. Implementations are thread-safe. */
  @FunctionalInterface
  public interface Source {
    /**
     * Opens the bytes anew.
     *
     * @return a stream from the first byte, which the caller closes
     * @throws IOException if they cannot be had, saying why
     */
    InputStream open() throws IOException;
  }

  /**
   * {@return a text of {@code size} UTF-8 bytes held by {@code source}}
   *
   * @param size how many bytes there are; what the source gives is checked against it
   * @param digest that of the bytes; what the source gives is checked against it
   * @param source asked whenever the content is opened
   * @throws IllegalArgumentException if {@code size} is negative
   */
  public static Stored text(long size, ContentDigest digest, Source source) {
    return new Stored(true, requireSize(size), digest, source);
  }

  /**
   * {@return a blob of {@code size} bytes held by {@code source}}
   *
   * @param size how many bytes there are; what the source gives is checked against it
   * @param digest that of the bytes; what the source gives is checked against it
   * @param source asked whenever the content is opened
   * @throws IllegalArgumentException if {@code size} is negative
   */
  public static Stored blob(long size, ContentDigest digest, Source source) {
    return new Stored(false, requireSize(size), digest, source);
  }

  @Override
  public boolean isText() {
    return text;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public ContentDigest digest() {
    return digest;
  }

  /**
   * Opens the bytes; reading them to the end verifies them.
   *
   * @throws IOException if they cannot be had
   */
  @Override
  public InputStream open() throws IOException {
    return new VerifyingInputStream(source.open(), size, digest);
  }

  @Override
  public <T> T match(
      Function<? super Text, ? extends T> ifText,
      Function<? super Blob, ? extends T> ifBlob,
      Function<? super Stored, ? extends T> ifStored) {
    return ifStored.apply(this);
  }

  private static long requireSize(long size) {
    if (size < 0) {
      throw new IllegalArgumentException("size (" + size + ") must not be negative");
    }
    return size;
  }
}
