package dev.attache.server;

import dev.attache.conversation.Conversation;
import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.resource.spi.Reference;
import dev.attache.server.watch.SourceChanges;
import java.io.IOException;
import java.util.List;

/** The opener of the conversation of each session. Thread-safe. */
@FunctionalInterface
public interface SessionOpener {

  /**
   * Opens the conversation of a session, and says what is attached in its first turn.
   *
   * @return the conversation, and what is attached in its first turn
   * @throws IOException if there is none, saying why; the client is told
   */
  Opening open() throws IOException;

  /**
   * {@return whether {@link #open(List)} wants to know the roots of the client, for which a session
   * then waits some seconds}
   */
  default boolean asksForRoots() {
    return false;
  }

  /**
   * Opens the conversation of a session with a client that may have said in which directories it
   * works.
   *
   * @param roots the URIs of its roots; none of a client that has not said any
   * @return the conversation, and what is attached in its first turn
   * @throws IOException if there is none, saying why; the client is told
   */
  default Opening open(List<String> roots) throws IOException {
    return open();
  }

  /**
   * Lets go of the conversation of a session that has ended.
   *
   * @param conversation the one that {@link #open} gave it
   */
  default void ended(Conversation conversation) {}

  /** {@return who tells of changes that nobody can look for} */
  default SourceChanges changes() {
    return SourceChanges.NONE;
  }

  /**
   * {@return whether all sessions would have the same conversation, so that a new one ends the one
   * before: clients that start again over HTTP do not say goodbye}
   */
  default boolean isExclusive() {
    return false;
  }

  /**
   * What a session begins with. Immutable.
   *
   * @param conversation its conversation, which may have turns already
   * @param resolver what reads for it
   * @param references what is attached in its first turn
   * @param declared what of that is declared anew, and who asked for it, in order
   * @param refused lines about what is wanted and must never be attached, for the model to know
   */
  record Opening(
      Conversation conversation,
      Resolver resolver,
      References references,
      List<Reference> declared,
      List<String> refused) {

    /**
     * Takes copies of the lists.
     *
     * @param conversation its conversation
     * @param resolver what reads for it
     * @param references what is attached in its first turn
     * @param declared what of that is declared anew
     * @param refused what is wanted and must never be attached, a line each
     */
    public Opening {
      declared = List.copyOf(declared);
      refused = List.copyOf(refused);
    }
  }
}
