package dev.attache.handlers.git.copy;

import dev.attache.resource.spi.Section;
import dev.attache.support.net.PublicNetwork;
import java.time.Duration;
import java.util.Set;

/**
 * The handler's section of the configuration, checked.
 *
 * @param network which hosts may be asked
 * @param proxy the proxy to go through, or an empty text
 * @param timeout how long one repository or file may take
 * @param cacheBytes how large all copies together may become; 0 for none that stays
 * @param hidden whether directories and patterns name hidden files, too
 */
public record CopySettings(
    PublicNetwork network, String proxy, Duration timeout, long cacheBytes, boolean hidden) {

  public static final Set<String> KEYS =
      Set.of("allow", "proxy", "timeout", "cache-size", "hidden");

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final long CACHE_BYTES = 1L << 30;

  /** Returns the settings of a section. */
  public static CopySettings of(Section section) {
    return new CopySettings(
        PublicNetwork.allowing(section.strings("allow")),
        section.string("proxy", ""),
        Duration.ofSeconds(section.integer("timeout", TIMEOUT.toSeconds(), 1, 86_400)),
        section.integer("cache-size", CACHE_BYTES, 0, Long.MAX_VALUE),
        section.bool("hidden", false));
  }
}
