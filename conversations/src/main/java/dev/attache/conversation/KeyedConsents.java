package dev.attache.conversation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.trust.TrustException;
import dev.attache.core.trust.UserKey;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Proofs that are made with a key of the user's own: the HMAC-SHA256 (RFC 2104) of the workspace
 * and of what was asked for, in hex. One from another workspace, about something else, or by
 * another user proves nothing. Thread-safe.
 */
public final class KeyedConsents implements Consents {

  /** So that a proof can never be taken for something else that the key may once be used for. */
  private static final String PURPOSE = "attache consent 1";

  private final @Nullable UserKey key;
  private final String workspace;
  private volatile byte @Nullable [] known;
  private final @Nullable String absence;
  private volatile @Nullable String problem;

  /**
   * @param absence why there is no key; null if there is one
   */
  private KeyedConsents(@Nullable UserKey key, String workspace, @Nullable String absence) {
    this.key = key;
    this.workspace = workspace;
    this.absence = absence;
  }

  /**
   * {@return the proofs about a workspace}
   *
   * @param key the file of the key, which need not exist
   * @param workspace the real path of the workspace
   */
  public static KeyedConsents of(Path key, Path workspace) {
    return new KeyedConsents(UserKey.at(key), workspace.toString(), null);
  }

  /**
   * {@return the proofs of somebody who has no place for a key: none can be made, and none counts}
   *
   * @param why why there is no place, and what to do
   */
  public static KeyedConsents nowhere(String why) {
    return new KeyedConsents(null, "", why);
  }

  @Override
  public @Nullable String give(String subject) {
    byte[] bytes = bytes(UserKey::get);
    return bytes == null ? null : proof(bytes, subject);
  }

  @Override
  public boolean isGiven(String subject, String proof) {
    byte[] bytes = bytes(UserKey::find);
    return bytes != null
        && MessageDigest.isEqual(
            proof(bytes, subject).getBytes(US_ASCII), proof.getBytes(US_ASCII));
  }

  /** How the bytes of a key are had. */
  @FunctionalInterface
  private interface Access {
    byte @Nullable [] to(UserKey key) throws TrustException;
  }

  private byte @Nullable [] bytes(Access access) {
    byte[] bytes = known;
    if (key == null) {
      problem = absence;
    } else if (bytes == null) {
      try {
        bytes = access.to(key);
        known = bytes; // there may be thousands of proofs to check
      } catch (TrustException e) {
        problem = e.getMessage();
      }
    }
    return bytes;
  }

  /** {@return whether there is a place for a key, without which no proof can be made} */
  public boolean hasPlace() {
    return key != null;
  }

  /**
   * {@return why a proof could not be made or checked, the last time it was so; null if it never
   * was}
   */
  public @Nullable String problem() {
    return problem;
  }

  private String proof(byte[] bytes, String subject) {
    byte[] message = (PURPOSE + '\0' + workspace + '\0' + subject).getBytes(UTF_8);
    return HexFormat.of().formatHex(HmacSha256.of(bytes, message));
  }
}
