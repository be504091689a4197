package dev.attache.cli;

import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.TrustStore;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import java.io.IOException;

/**
 * The giving of trust to commands, one after the other.
 *
 * @param asks whether the user is asked about what the workspace declares
 */
record TrustGift(boolean asks, TrustStore store, TrustDialog dialog, TrustOutput output)
    implements TrustChange {

  @Override
  public void apply(ResourceUri uri, Invocation invocation, Requester requester)
      throws IOException {
    boolean isRefused =
        asks
            && requester != Requester.USER
            && !store.isTrusted(TrustRecord.COMMAND, invocation.digest())
            && !dialog.isTrustworthy(invocation);
    String state =
        isRefused ? "not trusted" : dialog.trust(invocation) ? "trusted" : "trusted before";
    output.changed(invocation, state);
  }
}
