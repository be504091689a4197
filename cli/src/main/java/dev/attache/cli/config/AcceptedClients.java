package dev.attache.cli.config;

import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.secrets.Redaction;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/** The rules for the names by which users say which clients over HTTP are accepted. */
public final class AcceptedClients {

  private AcceptedClients() {}

  /** Has an entry be what can stand in {@code Host}. */
  public static void requireHost(String subject, String entry) throws UsageException {
    URI uri = uri("http://" + entry);
    if (uri == null || !isPlain(uri) || !entry.equals(uri.getRawAuthority())) {
      throw new UsageException(
          subject
              + " ("
              + Redaction.redact(entry)
              + ") must be a host name, optionally with a port");
    }
  }

  /** Has an entry be what browsers send in {@code Origin}. */
  public static void requireOrigin(String subject, String entry) throws UsageException {
    URI uri = uri(entry);
    if (uri == null || uri.getScheme() == null || !isPlain(uri) || !uri.getRawPath().isEmpty()) {
      throw new UsageException(
          subject
              + " ("
              + Redaction.redact(entry)
              + ") must be an origin, such as https://example.org:8443");
    }
  }

  private static boolean isPlain(URI uri) {
    return uri.getHost() != null
        && uri.getRawUserInfo() == null
        && uri.getRawQuery() == null
        && uri.getRawFragment() == null;
  }

  private static @Nullable URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
