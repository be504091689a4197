package dev.attache.mcp.session;

import dev.attache.mcp.wire.Message;

/**
 * A way for messages to one server and from it, whatever they travel by. Neither end waits: what
 * becomes of a request is told to the {@link Receiver}. Thread-safe.
 */
public interface MessageTransport {

  /** Hands on what the server sends. Called once, before anything is sent. */
  void start(Receiver receiver);

  /** Sends a message. That fails in silence, unless it is a request. */
  void send(Message message);

  /**
   * Sends a message before all that depends on it.
   *
   * @param then what is done when the server has it, or will not have it
   */
  void send(Message.Notification message, Runnable then);

  /**
   * Gives up a request: what is still answered to it interests nobody.
   *
   * @param id that of the request
   * @param notice what tells the server so, unless it is told by the end of its answer
   */
  void cancel(Object id, Message.Notification notice);

  /** What takes what comes from a server, on any thread. */
  interface Receiver {

    /** Takes a message, which may be an answer that nobody waits for. */
    void received(Message message);

    /**
     * Takes notice that a request is not answered.
     *
     * @param why an {@link AnswerException}, or what {@link ServerLink#explain} explains
     */
    void failed(Object id, Throwable why);
  }
}
