package dev.attache.core.routing;

import com.google.common.net.PercentEscaper;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The decision which handler a reference goes to: the one of its scheme, and the one for files when
 * it has none.
 *
 * <p>A path that exists is always that path, whatever characters it contains, even if it looks like
 * a URI, a pattern or an exclusion. What begins with {@code mcp+} and is no such path belongs to
 * the handler of MCP servers, if there is one: the name of a server may hold what no scheme can,
 * and {@code mcp+SERVER+}, all that a server lists, has no colon.
 */
public final class ReferenceRouter {

  private static final String FILE = "file";
  private static final String MCP = "mcp";

  /** The fragments that select lines of a file. */
  private static final Pattern LINES =
      Pattern.compile("(.*)(#L[0-9]+(?:-L?[0-9]+)?)", Pattern.DOTALL);

  private final HandlerRegistry registry;
  private final Path workspace;

  public ReferenceRouter(HandlerRegistry registry, Path workspace) {
    this.registry = registry;
    this.workspace = workspace;
  }

  /** Returns the reference of an entry at this place of the list, decided now if it was not. */
  public Reference reference(int position, References.Entry entry) {
    Meaning meaning = entry.meaning();
    return meaning == null
        ? Reference.parse(position, entry.text(), workspace).by(entry.requester())
        : new Reference(position, entry.text(), meaning, entry.requester());
  }

  /**
   * Finds the handler of a reference.
   *
   * @throws ResourceException of kind {@code UNSUPPORTED_SCHEME} if there is none
   */
  public RegisteredHandler route(Reference reference) throws ResourceException {
    String target = reference.target();
    boolean isPath = reference.exclusion() ? exists(target) : reference.meaning() == Meaning.PATH;
    return handler(isPath ? FILE : scheme(target), target);
  }

  /**
   * Finds the handler of a path or a URI; a path that exists is that path.
   *
   * @throws ResourceException of kind {@code UNSUPPORTED_SCHEME} if there is none
   */
  public RegisteredHandler route(String text) throws ResourceException {
    return handler(exists(text) ? FILE : scheme(text), text);
  }

  private RegisteredHandler handler(String scheme, String target) throws ResourceException {
    return registry.find(scheme).orElseThrow(() -> unsupported(scheme, target));
  }

  /**
   * Finds the handler of a canonical URI, whatever files there are.
   *
   * @throws ResourceException of kind {@code UNSUPPORTED_SCHEME} if there is none
   */
  public RegisteredHandler handler(ResourceUri uri) throws ResourceException {
    return handler(uri.scheme(), uri.value());
  }

  /** Returns the URI that a path or a URI spells; a path becomes a {@code file:} URI. */
  public ResourceUri toUri(String text) throws ResourceException {
    if (!exists(text) && (schemeLength(text) > 0 || isOfServer(text))) {
      return ResourceUri.parse(schemeLength(text) > 0 ? text : withColon(text))
          .orElseThrow(
              () ->
                  ResourceException.of(Kind.INVALID_URI, text, "must not hold control characters"));
    }
    Matcher lines = LINES.matcher(text);
    boolean selectsLines = !exists(text) && lines.matches();
    String file = selectsLines ? lines.group(1) : text;
    String fragment = selectsLines ? lines.group(2) : "";
    String host = file.startsWith("//") ? "//" : ""; // else the path would begin with one
    return ResourceUri.of(FILE + ":" + host + encode(file) + fragment);
  }

  /** Spells {@code mcp+SERVER+URI} as {@code mcp:SERVER+URI}, a URI whatever the server's name. */
  private static String withColon(String text) {
    return MCP + ':' + text.substring(MCP.length() + 1);
  }

  private static String encode(String path) throws ResourceException {
    try {
      return new PercentEscaper("/-._~", false).escape(path);
    } catch (IllegalArgumentException e) {
      throw ResourceException.of(
          Kind.INVALID_URI, path, "the path holds half a character: " + e.getMessage(), e);
    }
  }

  private String scheme(String target) {
    int length = schemeLength(target);
    if (length == 0 && isOfServer(target)) {
      return MCP;
    }
    return length == 0 ? FILE : target.substring(0, length).toLowerCase(Locale.ROOT);
  }

  private boolean isOfServer(String target) {
    return target.regionMatches(true, 0, MCP, 0, MCP.length())
        && target.startsWith("+", MCP.length())
        && registry.find(MCP).isPresent();
  }

  /** The length of a scheme of two characters or more ({@code C:\x} has none), else 0. */
  private static int schemeLength(String target) {
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c == ':') {
        return i >= 2 ? i : 0;
      }
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (i == 0 || ((c < '0' || c > '9') && "+-._".indexOf(c) < 0))) {
        return 0;
      }
    }
    return 0;
  }

  private boolean exists(String text) {
    return Reference.parse(0, text, workspace).meaning() == Meaning.PATH;
  }

  private ResourceException unsupported(String scheme, String target) {
    String hint = registry.hint(scheme);
    String message =
        scheme.equals(FILE)
            ? "there is no handler for files"
            : "no handler for the scheme \""
                + scheme
                + "\" (known: "
                + String.join(", ", registry.schemes())
                + "), and no file of that name"
                + (hint.isEmpty() ? "" : "; " + hint);
    return ResourceException.of(Kind.UNSUPPORTED_SCHEME, target, message);
  }
}
