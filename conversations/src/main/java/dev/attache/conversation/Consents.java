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

  /** What a proof begins with where the user has configured the subject. */
  String CONFIGURED = "configured:";

  /** The subject of such a proof, which nobody can type. */
  private static String configured(String subject) {
    return "configured\0" + subject;
  }

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
   * {@return a proof that the user asked for this, which is never {@link #MODEL}; null if none can
   * be made}
   *
   * @param subject what was asked for, as it was written
   */
  @Nullable String give(String subject);

  /**
   * {@return whether this is a proof that the user asked for that}
   *
   * @param subject what is said to have been asked for, as it was written
   * @param proof what the history has as the proof of it
   */
  boolean isGiven(String subject, String proof);

  /**
   * {@return a proof that the user configured this, which proves nothing that was typed; null if
   * none can be made}
   *
   * @param subject what was configured, as it was written
   */
  default @Nullable String giveConfigured(String subject) {
    String proof = give(configured(subject));
    return proof == null ? null : CONFIGURED + proof;
  }

  /**
   * {@return who asked for something, as far as its proof tells}
   *
   * @param subject what was asked for, as it was written
   * @param proof what the history has as the proof of it; null if it has none
   */
  default Requester requester(String subject, @Nullable String proof) {
    if (MODEL.equals(proof)) {
      return Requester.MODEL;
    }
    if (proof != null && proof.startsWith(CONFIGURED)) {
      return isGiven(configured(subject), proof.substring(CONFIGURED.length()))
          ? Requester.CONFIGURATION
          : Requester.WORKSPACE;
    }
    return proof != null && isGiven(subject, proof) ? Requester.USER : Requester.WORKSPACE;
  }
}
