package dev.attache.jars;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.resource.ContentDigest;
import dev.attache.support.text.PercentEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;

/**
 * A file of a jar, and what its bytes were when it was read.
 *
 * @param file where it lies now
 * @param size its size in bytes
 * @param digest the SHA-256 of its bytes
 */
record HashedFile(Path file, long size, ContentDigest digest) {

  /** Reads a file to its end, or until it has more than {@code limit} bytes. */
  static HashedFile of(Path file, long limit) throws IOException {
    return copy(file, OutputStream.nullOutputStream(), limit);
  }

  /** The same, and writes the bytes that it reads. */
  static HashedFile copy(Path file, OutputStream out, long limit) throws IOException {
    var sha256 = ContentDigest.newSha256();
    long size = 0;
    try (InputStream in = Files.newInputStream(file)) {
      var hashing = new DigestOutputStream(out, sha256); // closing it would close what is not ours
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0 && size <= limit; n = in.read(buffer)) {
        hashing.write(buffer, 0, n);
        size += n;
      }
      hashing.flush();
    }
    return new HashedFile(file, size, ContentDigest.ofHash(sha256.digest()));
  }

  boolean hasBytesOf(HashedFile other) {
    return size == other.size && digest.equals(other.digest);
  }

  /** The name of the file. */
  Path name() {
    Path name = file.getFileName();
    if (name == null) {
      throw new AssertionError(file); // a root is not a regular file
    }
    return name;
  }

  /** Adds the line that {@code sha256sum} prints for it, the name in the bytes that it has. */
  void addLine(MessageDigest listing) {
    listing.update((digest.hex() + "  ").getBytes(US_ASCII));
    String name =
        file.toUri().getRawPath(); // the locale of the process may not know its characters
    listing.update(PercentEncoding.decode(name.substring(name.lastIndexOf('/') + 1)));
    listing.update((byte) '\n');
  }
}
