package dev.attache.conversation;

import dev.attache.resource.spi.Requester;
import org.jspecify.annotations.Nullable;

/**
 * Proofs that the user of this machine asked for something, kept where it was asked for.
 *
 * <p>A history lies in the workspace, and workspaces come from others: what it says of who asked
 * proves nothing. So each thing that the user asks for gets a proof that only this user can make.
 * What has none was asked for by the workspace. What a model asked for says so: whoever writes that
 * gains nothing, since nobody may do less than a model. Thread-safe.
 */
public interface Consents {

  /** What stands in the place of a proof where a model asked; it is never a proof of the user's. */
  String MODEL = "model";

  /** The user of a program that keeps its histories to itself: what they say is so. */
  Consents OWN_HISTORY =
      new Consents() {
        @Override
        public String give(String subject) {
          return "user";
        }

        @Override
        public boolean isGiven(String subject, String proof) {
          return proof.equals("user");
        }
      };

  /**
   * Returns a proof that the user asked for this, which is never {@link #MODEL}; null if none can
   * be made.
   */
  @Nullable String give(String subject);

  /** Whether this is a proof that the user asked for that. */
  boolean isGiven(String subject, String proof);

  /** Who asked for something, as far as its proof tells. */
  default Requester requester(String subject, @Nullable String proof) {
    if (MODEL.equals(proof)) {
      return Requester.MODEL;
    }
    return proof != null && isGiven(subject, proof) ? Requester.USER : Requester.WORKSPACE;
  }
}
