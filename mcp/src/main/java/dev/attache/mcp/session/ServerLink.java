package dev.attache.mcp.session;

import dev.attache.mcp.McpException;

/**
 * The way to one server, which opens the transport of messages. Used for one connection.
 *
 * <p>What goes wrong on the way is told to who receives the messages, and explained by {@link
 * #explain} to who asked.
 */
public interface ServerLink {

  /**
   * Opens the way in one era: first in the modern one, and again in the legacy one if the server
   * turns out to be of that. The second may be the same transport, if that is still open.
   *
   * @throws McpException of kind {@code UNREACHABLE}, if the server cannot be started
   */
  MessageTransport open(Era era) throws McpException;

  /**
   * Has {@code closed} run, on any thread, as soon as the server cannot answer any more: once for
   * each transport. Calls that wait then fail with a {@link
   * java.nio.channels.ClosedChannelException}, which {@link #explain} explains.
   */
  void onClosed(Runnable closed);

  /** Whether the server can still be asked. */
  boolean isOpen();

  /**
   * What to tell who asked, when a call of {@code method} failed with {@code thrown} that is
   * neither an answer of the server nor the end of the time.
   */
  McpException explain(Throwable thrown, String method);

  /** Closes it, and ends the server if it was started; {@code isHurried} if nobody can wait. */
  void close(boolean isHurried);

  /** One of the two shapes of the protocol (2026-07-28, "Versioning and Compatibility"). */
  enum Era {
    /** From 2026-07-28 on: every request says what it needs to be understood. */
    MODERN,
    /** Up to 2025-11-25: a session begins with {@code initialize}. */
    LEGACY
  }
}
