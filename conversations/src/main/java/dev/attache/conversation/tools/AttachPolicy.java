package dev.attache.conversation.tools;

import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.UriPolicy;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A policy of what a model may attach by itself, besides files of the workspace: URLs of hosts, and
 * schemes, that the user named. Never a command, nor what another MCP server offers. Immutable.
 *
 * <p>Handed down to handlers as their {@link UriPolicy}, it holds for each redirect, too, and for
 * what a model has attached and is read again. What others asked for it lets pass.
 *
 * @param hosts {@code name}, {@code name:port}, or {@code *.name} for all beneath it
 * @param schemes in lower case, without the colon; those of files, web, commands and servers are
 *     left out, since naming them changes nothing
 */
public record AttachPolicy(Set<String> hosts, Set<String> schemes) implements UriPolicy {

  /** The policy that allows files of the workspace alone. */
  public static final AttachPolicy FILES = new AttachPolicy(Set.of(), Set.of());

  private static final String BELOW = "*.";

  private static final String FILE = "file";
  private static final String COMMAND = "cmd";

  private static final Set<String> WEB = Set.of("http", "https");

  /**
   * Puts all in lower case, and checks the hosts.
   *
   * @param hosts {@code name}, {@code name:port}, or {@code *.name} for all beneath it
   * @param schemes without the colon; those that naming does not change are left out
   * @throws IllegalArgumentException if a host is none, such as a URL
   */
  public AttachPolicy {
    hosts = lowerCase(hosts);
    schemes = lowerCase(schemes);
    schemes.removeIf(each -> each.equals(FILE) || WEB.contains(each) || isNever(each));
    for (String host : hosts) {
      String name = host.startsWith(BELOW) ? host.substring(BELOW.length()) : host;
      if (name.isBlank() || name.indexOf('/') >= 0 || name.indexOf('*') >= 0) {
        throw new IllegalArgumentException(
            "allowed host (" + host + ") must be a name, name:port or *.name");
      }
    }
  }

  private static Set<String> lowerCase(Set<String> words) {
    var lower = new TreeSet<String>();
    words.forEach(each -> lower.add(each.toLowerCase(Locale.ROOT)));
    return lower;
  }

  private static boolean isNever(String scheme) {
    return scheme.equals(COMMAND) || scheme.equals("mcp") || scheme.startsWith("mcp+");
  }

  /**
   * {@return why a canonical URI may not be attached, in whole sentences for the model that also
   * say what is allowed, and what the user can do; null if it may} Of files it is left to their
   * handler to say which belong to the workspace.
   *
   * @param uri a canonical URI that a model wants attached
   */
  public @Nullable String refusal(ResourceUri uri) {
    String scheme = uri.scheme();
    String shown = ToolProblem.shown(uri.value());
    if (isNever(scheme)) {
      return shown
          + (scheme.equals(COMMAND)
              ? " is a command, which a model may never attach. "
              : " is of another MCP server, from which a model may never attach. ")
          + AttachHint.USER.sentence();
    }
    if (WEB.contains(scheme)) {
      Authority authority = Authority.of(uri);
      return hosts.stream().anyMatch(authority::isOf) ? null : refusal(shown, authority.text());
    }
    return scheme.equals(FILE) || schemes.contains(scheme) ? null : refusal(shown, scheme + ":");
  }

  @Override
  public @Nullable String refusal(ResourceUri uri, Requester requester) {
    if (requester != Requester.MODEL || refusal(uri) == null) {
      return null;
    }
    String scheme = uri.scheme();
    if (isNever(scheme)) {
      return "cannot be attached by a model";
    }
    return WEB.contains(scheme)
        ? "is not of a host that a model may attach from; the user can allow it"
        : "has no scheme that a model may attach from; the user can allow it";
  }

  /** What the user can allow so that a URI that is refused may be attached; null if nothing. */
  @Nullable Remedy remedy(ResourceUri uri) {
    String scheme = uri.scheme();
    return isNever(scheme)
        ? new Remedy(Remedy.Action.ATTACH, uri.redacted())
        : new Remedy(
            Remedy.Action.ALLOW_MODEL,
            WEB.contains(scheme) ? Authority.of(uri).text() : scheme + ":");
  }

  private String refusal(String shown, String missing) {
    return shown
        + " may not be attached by a model. Allowed are "
        + allowed()
        + ". The user can allow "
        + missing
        + " and start again.";
  }

  /** What may be attached, in a few words. */
  String allowed() {
    var others = new ArrayList<String>(hosts);
    schemes.forEach(each -> others.add(each + ":"));
    return "files of the workspace" + (others.isEmpty() ? "" : ", " + String.join(", ", others));
  }

  /**
   * The host of a URL, and its port.
   *
   * @param host in lower case, an IPv6 address in brackets
   * @param port where none is written, that of the scheme
   * @param text both as they are written
   */
  private record Authority(String host, String port, String text) {

    static Authority of(ResourceUri uri) {
      String value = uri.value();
      int begin = uri.scheme().length() + 1;
      begin += value.startsWith("//", begin) ? 2 : 0;
      int end = begin;
      while (end < value.length() && "/?#\\".indexOf(value.charAt(end)) < 0) {
        end++;
      }
      String written = value.substring(begin, end);
      String text = written.substring(written.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
      int colon = text.lastIndexOf(':');
      boolean hasPort = colon > text.lastIndexOf(']');
      String usual = uri.scheme().equals("https") ? "443" : "80";
      return new Authority(
          hasPort ? text.substring(0, colon) : text,
          hasPort ? text.substring(colon + 1) : usual,
          text);
    }

    boolean isOf(String allowed) {
      int colon = allowed.lastIndexOf(':');
      boolean hasPort = colon > allowed.lastIndexOf(']');
      String name = hasPort ? allowed.substring(0, colon) : allowed;
      if (hasPort && !allowed.substring(colon + 1).equals(port)) {
        return false;
      }
      return name.startsWith(BELOW) ? host.endsWith(name.substring(1)) : host.equals(name);
    }
  }
}
