package dev.attache.core.trust;

import dev.attache.resource.ContentDigest;
import java.time.Instant;

/**
 * One thing that the user has trusted. Immutable.
 *
 * @param kind what it is: {@link #COMMAND}, {@link #TOOL}, {@link #SERVER} or {@link #JAR}
 * @param digest the identity of the thing, by which trust is given
 * @param directory the directory it was trusted for, for people; of a jar the one that it lies in
 * @param label what to call it before people, without its secrets
 * @param when when it was trusted
 */
public record TrustRecord(
    String kind, ContentDigest digest, String directory, String label, Instant when) {

  /** The kind of a command; its digest is {@link dev.attache.resource.spi.Invocation#digest}. */
  public static final String COMMAND = "command";

  /** The kind of a program that is called as a tool; its digest is that of its definition. */
  public static final String TOOL = "tool";

  /** The kind of a server that is started or connected to; its digest is that of its definition. */
  public static final String SERVER = "server";

  /** The kind of a jar of handlers; its digest is that of its bytes, its label is its path. */
  public static final String JAR = "jar";

  boolean isOf(String otherKind, ContentDigest otherDigest) {
    return kind.equals(otherKind) && digest.equals(otherDigest);
  }
}
