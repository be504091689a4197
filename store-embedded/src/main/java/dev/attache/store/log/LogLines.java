package dev.attache.store.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Lines of a log one after the other, in one direction or the other. Not thread-safe. */
interface LogLines {

  /** Returns the next line; null after the last one. */
  @Nullable LogLine next() throws IOException;
}
