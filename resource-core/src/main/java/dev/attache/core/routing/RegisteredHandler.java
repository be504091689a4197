package dev.attache.core.routing;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ConfigurationException;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Locality;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.support.text.NearestName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A handler that can be used, the schemes it owns, and where it came from. Immutable, and
 * thread-safe as handlers are.
 *
 * @param handler the handler
 * @param schemes its schemes, sorted
 * @param name the name of its class, or of the program that it is
 * @param version the version that the manifest of its jar gives, or an empty string
 * @param origin where it was found
 */
public record RegisteredHandler(
    ResourceHandler handler,
    List<String> schemes,
    String name,
    String version,
    HandlerOrigin origin) {

  /**
   * RFC 3986, section 3.1, in the lower case that the SPI asks for. One letter would be a drive,
   * and is never routed to a handler.
   */
  private static final String SCHEME = "[a-z][a-z0-9+.-]+";

  /**
   * Takes a copy of the schemes, and checks them.
   *
   * @param handler the handler
   * @param schemes at least one, in lower case
   * @param name the name of its class, or of the program that it is
   * @param version the version of its jar, or an empty string
   * @param origin where it was found
   * @throws IllegalArgumentException if there is no scheme, or one that is not in lower case
   */
  public RegisteredHandler {
    schemes = List.copyOf(schemes);
    if (schemes.isEmpty()) {
      throw new IllegalArgumentException(name + " must own at least one scheme");
    }
    for (String scheme : schemes) {
      if (!isScheme(scheme)) {
        throw new IllegalArgumentException(
            "scheme (" + scheme + ") of " + name + " must match " + SCHEME);
      }
    }
  }

  static RegisteredHandler of(ResourceHandler handler, HandlerOrigin origin) {
    String name = handler.getClass().getName();
    String version = handler.getClass().getPackage().getImplementationVersion();
    return new RegisteredHandler(
        handler, schemes(handler, name), name, version == null ? "" : version, origin);
  }

  /**
   * {@return the schemes of a handler, which may say anything, sorted}
   *
   * @param handler is asked for its schemes
   * @param name what to call it in a message
   * @throws IllegalArgumentException if it gives null
   */
  public static List<String> schemes(ResourceHandler handler, String name) {
    Set<String> schemes = handler.schemes();
    if (schemes == null) {
      throw new IllegalArgumentException(name + " must own at least one scheme, and gave null");
    }
    var sorted = new TreeSet<String>();
    for (String scheme : schemes) {
      sorted.add(String.valueOf(scheme)); // the word null is no worse than null
    }
    return List.copyOf(sorted);
  }

  /**
   * {@return whether a text is a scheme that a handler may own}
   *
   * @param text anything, without a colon if it is a scheme
   */
  public static boolean isScheme(String text) {
    for (int i = 0; i < text.length(); i++) { // no regular expression: every start comes here
      char c = text.charAt(i);
      boolean isLetter = c >= 'a' && c <= 'z';
      boolean isOther = (c >= '0' && c <= '9') || c == '+' || c == '.' || c == '-';
      if (!isLetter && (i == 0 || !isOther)) {
        return false;
      }
    }
    return text.length() > 1;
  }

  /** Whether it also owns what begins with one of its schemes and a {@code +}. */
  boolean ownsNamed() {
    try {
      return handler.ownsNamed();
    } catch (Exception | Error e) { // what is wrong with it shows when it expands or reads
      return false;
    }
  }

  /** Whether it wants to be given an address of another scheme. */
  boolean claims(String address) {
    try {
      return handler.claims(address);
    } catch (Exception | Error e) { // what is wrong with it shows when it expands or reads
      return false;
    }
  }

  /** {@return whether exclusions without a scheme are for it, too} */
  public boolean hasPaths() {
    try {
      return handler.hasPaths();
    } catch (Exception | Error e) { // what is wrong with it shows when it expands or reads
      return false;
    }
  }

  /**
   * {@return the source of one of its URIs, by a name that is none of other handlers}
   *
   * @param uri one of its canonical URIs
   */
  public String source(ResourceUri uri) {
    String source = handler.source(uri);
    return source != null && schemes.contains(scheme(source)) ? source : schemes.get(0);
  }

  private static String scheme(String source) {
    int colon = source.indexOf(':');
    return colon < 0 ? source : source.substring(0, colon);
  }

  /**
   * {@return where the source of one of its URIs is; unknown if it fails at saying it}
   *
   * @param uri one of its canonical URIs
   */
  public Locality locality(ResourceUri uri) {
    try {
      Locality locality = handler.locality(uri);
      return locality == null ? Locality.UNKNOWN : locality;
    } catch (Exception | Error e) { // what is wrong with it shows when it reads
      return Locality.UNKNOWN;
    }
  }

  /**
   * {@return what is wrong with a section for it, a line each: keys that it does not know, and what
   * it says itself of values that it looks at before it reads}
   *
   * @param scheme the scheme that the section is for
   * @param context the call, with that section
   */
  public List<String> problems(String scheme, HandlerContext context) {
    var problems = new ArrayList<String>();
    String begin = "configuration of " + scheme + ": ";
    try {
      Set<String> known = handler.settings();
      for (Map.Entry<String, Object> each : context.configuration().values().entrySet()) {
        String key = each.getKey();
        boolean isOrigin = each.getValue() instanceof Map && key.contains("://");
        if (known != null && !isOrigin && !known.contains(key)) {
          String meant = NearestName.of(key, new TreeSet<>(known));
          String hint = meant == null ? "" : "; did you mean " + meant + "?";
          problems.add(begin + "unknown setting " + key + hint);
        }
      }
      int unused = handler.parallelism(context);
    } catch (IllegalArgumentException e) {
      problems.add(begin + ForeignText.of(String.valueOf(e.getMessage())));
    } catch (Exception | Error e) { // what is wrong with it shows when it expands or reads
      return problems;
    }
    return problems;
  }

  /**
   * {@return how many of its URIs are best read at once; 0 if it does not say, or fails at saying
   * it}
   *
   * @param context the call, with the configuration of the handler
   */
  public int parallelism(HandlerContext context) {
    try {
      return handler.parallelism(context);
    } catch (Exception | Error e) { // what is wrong with it shows when it expands or reads
      return 0;
    }
  }

  /**
   * {@return how long one of its URIs may take; null if it does not say, or fails at saying it}
   *
   * @param uri one of its canonical URIs
   * @param context the call, with the configuration of the handler
   */
  public @Nullable Duration timeLimit(ResourceUri uri, HandlerContext context) {
    try {
      Duration limit = handler.timeLimit(uri, context);
      return limit == null || limit.isNegative() || limit.isZero() ? null : limit;
    } catch (Exception | Error e) { // what is wrong with it shows when it reads
      return null;
    }
  }

  /**
   * {@return what to say when the handler threw what it must not throw}
   *
   * @param uri what it was to read or expand
   * @param thrown any exception or error but those that it may throw
   */
  public ResourceException failure(String uri, Throwable thrown) {
    if (thrown instanceof ConfigurationException mistake) { // which is the user's, not its own
      return ResourceException.of(
          ResourceException.Kind.FAILED, uri, String.valueOf(mistake.getMessage()), mistake);
    }
    String message = "the handler " + name + " failed: " + ForeignText.of(thrown);
    return ResourceException.of(ResourceException.Kind.FAILED, uri, message, thrown);
  }

  /** Two are equal when they are the same handler; the comparison is made for every item. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RegisteredHandler registered && handler == registered.handler;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(handler);
  }
}
