package dev.attache.resource.spi;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a source that can say which version of them is there without giving them, so that
 * who has read that version need not read it again. For one call and one thread.
 */
public interface VersionedBytes {

  /**
   * Opens the bytes; the caller closes them.
   *
   * @return the bytes from the first one on
   * @throws IOException if they cannot be opened, saying why
   */
  InputStream open() throws IOException;

  /**
   * {@return the version that is there now; null if equal versions could have different bytes}
   *
   * @throws IOException if there is nothing any more, saying why
   */
  @Nullable Version version() throws IOException;

  /**
   * A version of bytes. Immutable.
   *
   * @param value what is the same only as long as the bytes are, for one URI: times, an id
   * @param changed when it came to be, by the clock of the source; {@link Instant#MIN} if the value
   *     alone tells it from all others, as an id does
   */
  record Version(String value, Instant changed) {}
}
