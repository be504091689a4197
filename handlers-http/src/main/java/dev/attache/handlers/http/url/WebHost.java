package dev.attache.handlers.http.url;

import dev.attache.resource.ResourceException;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * The host of a web URL: a domain name in ASCII, an IPv4 address in four decimal parts, or an IPv6
 * address. The tables of non-transitional IDNA are OkHttp's.
 */
final class WebHost {

  /** How an IPv6 address begins that maps an IPv4 address. */
  static final String MAPPED_IPV4 = "::ffff:";

  /** Printable ASCII that ends or confuses a host, by the WHATWG standard. */
  private static final String FORBIDDEN = " #%/:<>?@[\\]^|";

  /**
   * Room for 253 characters with soft hyphens and the like between them, which mapping removes.
   * Encoding takes the square of the length.
   */
  private static final int MAX_LENGTH = 1024;

  private static final Pattern DOT = Pattern.compile("[.\\u3002]");

  /** Format characters, joiners of graphemes, and selectors of variants: mapped to nothing. */
  private static final Pattern IGNORED =
      Pattern.compile(
          "[\\p{Cf}\\x{34f}\\x{180b}-\\x{180f}\\x{fe00}-\\x{fe0f}\\x{e0100}-\\x{e01ef}]");

  private WebHost() {}

  /** Returns the canonical host; an IPv6 address without the brackets that it is given in. */
  static String canonical(String host) throws ResourceException {
    if (host.startsWith("[")) {
      return ipv6(host);
    }
    String domain = PercentPass.decode(host);
    if (domain.length() > MAX_LENGTH) {
      throw WebUrlParser.invalid("has a host name that is longer than DNS allows");
    }
    String name = isAscii(domain) ? domain.toLowerCase(Locale.ROOT) : idna(domain);
    if (name.isEmpty()) {
      throw WebUrlParser.invalid("has no host");
    }
    refuseForbidden(name);
    if (!Ipv4Number.ends(name)) {
      return name;
    }
    String address = Ipv4Number.address(name);
    if (address == null) {
      throw WebUrlParser.invalid("has a host that ends in a number but is not an IPv4 address");
    }
    return address;
  }

  private static String idna(String domain) throws ResourceException {
    // OkHttp decodes escapes, and takes a colon for the sign of an IPv6 address.
    boolean isName = domain.indexOf('%') < 0 && domain.indexOf(':') < 0;
    String name = isName && keepsPunycode(domain) ? okhttpHost(domain) : null;
    if (name == null) {
      throw WebUrlParser.invalid("has a host that is not a valid domain name");
    }
    return name;
  }

  /**
   * Whether OkHttp leaves every label alone that is in Punycode once it is mapped. It makes {@code
   * abc} of the invalid {@code xn--abc-}, which is another name.
   */
  private static boolean keepsPunycode(String domain) {
    String compatible = Normalizer.normalize(domain, Normalizer.Form.NFKC);
    String mapped = IGNORED.matcher(compatible).replaceAll("").toLowerCase(Locale.ROOT);
    for (String label : DOT.split(mapped, -1)) {
      if (label.startsWith("xn--") && !label.equals(okhttpHost(label))) {
        return false;
      }
    }
    return true;
  }

  private static String ipv6(String host) throws ResourceException {
    String address = isIpv6Text(host) ? okhttpHost(host) : null;
    if (address == null) {
      throw WebUrlParser.invalid("has a host in brackets that is not an IPv6 address");
    }
    return address.indexOf(':') < 0 ? MAPPED_IPV4 + Ipv4Number.asIpv6Groups(address) : address;
  }

  private static boolean isIpv6Text(String host) {
    for (int i = 1; i < host.length() - 1; i++) {
      char c = host.charAt(i);
      if (c != ':' && c != '.' && (c >= 0x80 || Character.digit(c, 16) < 0)) {
        return false;
      }
    }
    return host.endsWith("]") && host.indexOf(':') > 0;
  }

  private static @Nullable String okhttpHost(String host) {
    try {
      return new HttpUrl.Builder().scheme("http").host(host).build().host();
    } catch (IllegalArgumentException e) {
      return null; // its way to say that the host is invalid
    }
  }

  private static void refuseForbidden(String name) throws ResourceException {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < ' ' || c == 0x7f || FORBIDDEN.indexOf(c) >= 0) {
        throw WebUrlParser.invalid(
            String.format(
                Locale.ROOT, "has a host with a character that is not allowed (U+%04X)", (int) c));
      }
    }
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
