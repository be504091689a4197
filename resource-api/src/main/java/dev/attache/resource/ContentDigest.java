package dev.attache.resource;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The SHA-256 (FIPS 180-4) of a content as the model sees it: of the UTF-8 bytes of a text, of the
 * bytes of a blob. Never of a name, a MIME type or a formatted form. Immutable.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record ContentDigest(String hex) {

  private static final String PREFIX = "sha256:";
  private static final int HEX_LENGTH = 64;
  private static final int SHORT_LENGTH = 12;
  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  /**
   * Takes the digits as they are.
   *
   * @param hex without {@code sha256:} before it
   * @throws IllegalArgumentException if {@code hex} is not 64 lower-case hexadecimal digits
   */
  public ContentDigest {
    if (!isHex(hex)) {
      throw new IllegalArgumentException(
          "digest (" + hex + ") must be 64 lower-case hexadecimal digits");
    }
  }

  /**
   * {@return the digest of these bytes}
   *
   * @param bytes all of the content
   */
  public static ContentDigest sha256(byte[] bytes) {
    return ofHash(newSha256().digest(bytes));
  }

  /**
   * {@return the digest that a SHA-256 computation ended with}
   *
   * @param hash the 32 bytes that SHA-256 gives
   * @throws IllegalArgumentException if {@code hash} is not 32 bytes long
   */
  public static ContentDigest ofHash(byte[] hash) {
    if (2 * hash.length != HEX_LENGTH) {
      throw new IllegalArgumentException("hash (" + hash.length + " bytes) must be 32 bytes long");
    }
    byte[] hex = new byte[HEX_LENGTH];
    for (int i = 0; i < hash.length; i++) {
      hex[2 * i] = DIGITS[(hash[i] >> 4) & 0xf];
      hex[2 * i + 1] = DIGITS[hash[i] & 0xf];
    }
    return new ContentDigest(new String(hex, ISO_8859_1));
  }

  /**
   * {@return the digest that {@link #toString} wrote, or nothing if the text is not one}
   *
   * @param text {@code sha256:} and 64 lower-case hexadecimal digits
   */
  public static Optional<ContentDigest> parse(String text) {
    String hex = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "";
    return isHex(hex) ? Optional.of(new ContentDigest(hex)) : Optional.empty();
  }

  /** {@return a new SHA-256 computation, which every Java platform offers} */
  public static MessageDigest newSha256() {
    try {
      return (MessageDigest)
          Sha256.FRESH.clone(); // asking the providers again costs more than a hash
    } catch (CloneNotSupportedException e) {
      return Sha256.lookUp();
    }
  }

  /** A class of its own: where digests are only read, no provider is asked. */
  private static final class Sha256 {
    static final MessageDigest FRESH = lookUp();

    private Sha256() {}

    static MessageDigest lookUp() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e); // MessageDigest's contract names SHA-256 as always present
      }
    }
  }

  /** {@return the first 12 hexadecimal digits, enough for people and for reference lines} */
  public String shortForm() {
    return hex.substring(0, SHORT_LENGTH);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ContentDigest digest && hex.equals(digest.hex);
  }

  @Override
  public int hashCode() { // what a record has by itself is linked at run time, at each start
    return hex.hashCode();
  }

  /** {@code sha256:} and the 64 digits. */
  @Override
  public String toString() {
    return PREFIX.concat(hex); // for each item, and so in one piece
  }

  private static boolean isHex(String hex) {
    if (hex.length() != HEX_LENGTH) {
      return false;
    }
    for (int i = 0; i < HEX_LENGTH; i++) {
      char c = hex.charAt(i);
      if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return true;
  }
}
