package dev.attache.support.net;

import java.net.UnknownHostException;

/**
 * The refusal to connect to an address that is not public, with the reason in a few words. A name
 * service may throw no other exception than this kind.
 */
public final class RefusedAddressException extends UnknownHostException {

  private static final long serialVersionUID = 1;

  RefusedAddressException(String reason) {
    super(reason);
  }
}
