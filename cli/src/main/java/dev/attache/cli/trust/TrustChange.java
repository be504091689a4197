package dev.attache.cli.trust;

import dev.attache.cli.permission.TrustItem;
import dev.attache.resource.spi.Requester;
import java.io.IOException;

/** An action of {@code attache trust add} or {@code rm} on each thing that it is about. */
@FunctionalInterface
public interface TrustChange {

  /**
   * Trusts or forgets a thing, and says so.
   *
   * @param requester who named it: typed it, or declared it
   */
  void apply(TrustItem item, Requester requester) throws IOException;
}
