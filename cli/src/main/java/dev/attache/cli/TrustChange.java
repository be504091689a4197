package dev.attache.cli;

import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import java.io.IOException;

/** What {@code attache trust} does with each command. */
@FunctionalInterface
interface TrustChange {

  /**
   * Trusts or forgets a command, and says so.
   *
   * @param requester who named it: typed it, or declared it
   */
  void apply(ResourceUri uri, Invocation invocation, Requester requester) throws IOException;
}
