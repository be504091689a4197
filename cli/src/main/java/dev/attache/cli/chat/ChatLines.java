package dev.attache.cli.chat;

import dev.attache.cli.terminal.UsageException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The messages of a user, a line each, or several that belong together. */
interface ChatLines extends AutoCloseable {

  /**
   * Returns the next one, without the end of its last line; null if there is no more.
   *
   * @throws UsageException if it cannot be read, or is no text
   */
  @Nullable String next() throws UsageException;

  /** Where questions are answered while no message is read. */
  InputStream answers();

  /** Has messages completed by what is known of a session. */
  void complete(ChatState state);

  @Override
  void close();
}
