package dev.attache.cli;

import dev.attache.core.trust.TrustStore;
import dev.attache.resource.spi.Requester;
import java.io.IOException;

/**
 * The giving of trust to commands and servers, one after the other.
 *
 * @param asks whether the user is asked about what the workspace declares
 */
record TrustGift(boolean asks, TrustStore store, TrustDialog dialog, TrustOutput output)
    implements TrustChange {

  @Override
  public void apply(TrustItem item, Requester requester) throws IOException {
    boolean isRefused =
        asks
            && requester != Requester.USER
            && !store.isTrusted(item.kind(), item.digest())
            && !dialog.isTrustworthy(item);
    String state =
        isRefused ? "not trusted" : store.trust(item.record()) ? "trusted" : "trusted before";
    output.changed(item, state);
  }
}
