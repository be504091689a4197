package dev.attache.cli.chat;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The messages of a user, a line each, or several that belong together. */
interface ChatLines extends AutoCloseable {

  /** Returns the next one, without the end of its last line; null if there is no more. */
  @Nullable String next() throws IOException;

  /** Where questions are answered while no message is read. */
  InputStream answers();

  /** Has messages completed by what is known of a session. */
  void complete(ChatState state);

  @Override
  void close();
}
