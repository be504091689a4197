package dev.attache.resource;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;

/**
 * The content of a resource: a {@link Text}, a {@link Blob}, or a {@link Stored} one whose bytes
 * are held elsewhere.
 *
 * <p>Every content knows its size in bytes and its SHA-256. Two contents are equal when both are
 * text or both are not, and their digests agree; where the bytes are held does not matter.
 * Immutable and thread-safe.
 */
public abstract sealed class ResourceContent permits Text, Blob, Stored {

  ResourceContent() {}

  /**
   * {@return a text}
   *
   * @param value kept exactly, line ends too
   * @throws IllegalArgumentException if {@code value} holds an unpaired surrogate, which UTF-8
   *     cannot express
   */
  public static Text text(String value) {
    return Text.of(value);
  }

  /**
   * {@return a blob of a copy of {@code bytes}}
   *
   * @param bytes copied
   */
  public static Blob blob(byte[] bytes) {
    return Blob.of(bytes, 0, bytes.length);
  }

  /** {@return whether this is text; otherwise it is bytes} */
  public abstract boolean isText();

  /** {@return the number of bytes: of a text in UTF-8, of a blob as it is} */
  public abstract long size();

  /** {@return the SHA-256 of the bytes that {@link #open} gives; computed at most once} */
  public abstract ContentDigest digest();

  /**
   * Opens the bytes: of a text in UTF-8, of a blob as it is. The caller closes the stream.
   *
   * @return a stream from the first byte, a new one each time
   * @throws IOException if a stored content cannot be had; texts and blobs never fail
   */
  public abstract InputStream open() throws IOException;

  /**
   * {@return what the function for this kind of content answers}
   *
   * @param <T> what all three functions answer
   * @param text asked if this is a text that is held here
   * @param blob asked if this is a blob that is held here
   * @param stored asked if the bytes are elsewhere, be they text or not
   */
  public abstract <T> T match(
      Function<? super Text, ? extends T> text,
      Function<? super Blob, ? extends T> blob,
      Function<? super Stored, ? extends T> stored);

  @Override
  public final boolean equals(Object other) {
    return other instanceof ResourceContent content
        && isText() == content.isText()
        && size() == content.size()
        && digest().equals(content.digest());
  }

  @Override
  public final int hashCode() {
    return digest().hashCode();
  }

  /** A short description without the content: kind, size and digest. */
  @Override
  public final String toString() {
    return (isText() ? "text" : "blob") + "[" + size() + " bytes, " + digest() + "]";
  }
}
