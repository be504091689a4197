package dev.attache.core.routing;

import com.google.common.net.PercentEscaper;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.support.text.PercentEncoding;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The decision which handler a reference goes to: the one of its scheme, and the one for files when
 * it has none.
 *
 * <p>A URL that another handler {@linkplain dev.attache.resource.spi.ResourceHandler#claims claims}
 * goes to that one. A path that exists is always that path, whatever characters it contains, even
 * if it looks like a URI, a pattern or an exclusion. What begins with a scheme and a {@code +} and
 * is no such path belongs to the handler of that scheme, if it {@linkplain
 * dev.attache.resource.spi.ResourceHandler#ownsNamed owns} names. Immutable and thread-safe.
 */
public final class ReferenceRouter {

  /** The scheme of what is spelled as a path (RFC 8089). */
  public static final String FILE = "file";

  /** What stays as it is in a path, besides letters and digits. */
  private static final String MARKS = "/-._~";

  private static final PercentEncoding PLAIN = PercentEncoding.keeping(MARKS);

  /** The fragments that select lines of a file, or a part of a document; made when one may be. */
  private static final class Parts {
    private static final Pattern PATTERN =
        Pattern.compile(
            "(.*)(#(?:L[0-9]+(?:-L?[0-9]+)?|(?:page|slide|image)=[0-9]+(?:-[0-9]+)?|sheet=[^#]+))",
            Pattern.DOTALL);
  }

  private final HandlerRegistry registry;
  private final Path workspace;

  /**
   * Looks at no file yet.
   *
   * @param registry which handlers there are, by scheme
   * @param workspace the directory that relative paths start from
   */
  public ReferenceRouter(HandlerRegistry registry, Path workspace) {
    this.registry = registry;
    this.workspace = workspace;
  }

  /**
   * {@return the reference of an entry at this place of the list, decided now if it was not}
   *
   * @param position its index in the list, from 0
   * @param entry the reference as it was written, and who asks
   */
  public Reference reference(int position, References.Entry entry) {
    Meaning meaning = entry.meaning();
    String text = meaning == null || meaning == Meaning.PLAIN ? url(entry.text()) : entry.text();
    return meaning == null
        ? Reference.parse(position, text, workspace).by(entry.requester())
        : new Reference(position, text, meaning, entry.requester());
  }

  /**
   * Finds the handler of a reference.
   *
   * @param reference a reference of the run, which may be an exclusion
   * @return the handler, whether or not the reference leads to anything
   * @throws ResourceException of kind {@code UNSUPPORTED_SCHEME} if there is none
   */
  public RegisteredHandler route(Reference reference) throws ResourceException {
    String target = reference.target();
    boolean isPath = reference.exclusion() ? exists(target) : reference.meaning() == Meaning.PATH;
    return isPath ? handler(FILE, target) : spelled(target);
  }

  /**
   * {@return whether a reference takes files away by their paths, whoever has them}
   *
   * @param reference a reference of the run
   */
  public boolean isPathExclusion(Reference reference) {
    String target = reference.target();
    return reference.exclusion()
        && schemeLength(target) == 0
        && registry.findNamed(target).isEmpty();
  }

  /**
   * Finds the handler of a path or a URI; a path that exists is that path.
   *
   * @param text a path or a URI as it was written
   * @return the handler, whether or not there is anything
   * @throws ResourceException of kind {@code UNSUPPORTED_SCHEME} if there is none
   */
  public RegisteredHandler route(String text) throws ResourceException {
    return exists(text) ? handler(FILE, text) : spelled(url(text));
  }

  private RegisteredHandler spelled(String target) throws ResourceException {
    int length = schemeLength(target);
    if (length > 0) {
      Optional<RegisteredHandler> claimant =
          target.startsWith("//", length + 1) ? registry.claimant(target) : Optional.empty();
      return claimant.isPresent()
          ? claimant.get()
          : handler(target.substring(0, length).toLowerCase(Locale.ROOT), target);
    }
    Optional<RegisteredHandler> named = registry.findNamed(target);
    return named.isPresent() ? named.get() : handler(FILE, target);
  }

  private RegisteredHandler handler(String scheme, String target) throws ResourceException {
    return registry.find(scheme).orElseThrow(() -> unsupported(scheme, target));
  }

  /**
   * Finds the handler of a canonical URI, whatever files there are.
   *
   * @param uri a canonical URI, decided by its scheme alone
   * @return the handler, whether or not there is anything
   * @throws ResourceException of kind {@code UNSUPPORTED_SCHEME} if there is none
   */
  public RegisteredHandler handler(ResourceUri uri) throws ResourceException {
    return handler(uri.scheme(), uri.value());
  }

  /**
   * {@return whether a text is one that a handler claims by more than its scheme: {@code
   * mcp+docs+…}}
   *
   * @param text a reference as it was written
   */
  public boolean isNamed(String text) {
    return registry.findNamed(text).isPresent();
  }

  /**
   * {@return the URI that a path or a URI spells; a path becomes a {@code file:} URI}
   *
   * @param written a path, relative to the workspace if it is relative, or a URI
   * @throws ResourceException {@code INVALID_URI} if a URI has control characters
   */
  public ResourceUri toUri(String written) throws ResourceException {
    String text = url(written);
    int scheme = schemeLength(text);
    if (!exists(text) && (scheme > 0 || registry.findNamed(text).isPresent())) {
      return ResourceUri.parse(scheme > 0 ? text : withColon(text))
          .orElseThrow(
              () ->
                  ResourceException.of(
                      Kind.INVALID_URI, text, "must not contain control characters"));
    }
    int part = text.indexOf('#') >= 0 && !exists(text) ? startOfPart(text) : text.length();
    String file = text.substring(0, part);
    String fragment = text.substring(part);
    String host = file.startsWith("//") ? "//" : ""; // else the path would begin with one
    return ResourceUri.of(FILE + ":" + host + encode(file) + fragment);
  }

  /** Where the fragment begins that selects a part; at the end if there is none. */
  private static int startOfPart(String text) {
    Matcher part = Parts.PATTERN.matcher(text);
    return part.matches() ? part.start(2) : text.length();
  }

  /**
   * Returns a URL without what the URL Standard (section 4.4, the basic URL parser) takes out
   * first: blanks and controls around it, tabs and line ends within, as they come with what is
   * copied. All else stays as it is, and so does what there is a file of.
   */
  private String url(String text) {
    String bare = text.trim().replace("\t", "").replace("\n", "").replace("\r", "");
    int scheme = schemeLength(bare);
    return !bare.equals(text) && scheme > 0 && bare.startsWith("://", scheme) && !exists(text)
        ? bare
        : text;
  }

  /** Spells {@code SCHEME+NAME…} as {@code SCHEME:NAME…}, a URI whatever the name. */
  private static String withColon(String text) {
    int plus = text.indexOf('+');
    return text.substring(0, plus).toLowerCase(Locale.ROOT) + ':' + text.substring(plus + 1);
  }

  private static String encode(String path) throws ResourceException {
    if (PLAIN.keepsAll(path)) { // most paths; the other encoder makes a regular expression
      return path;
    }
    try {
      return new PercentEscaper(MARKS, false).escape(path);
    } catch (IllegalArgumentException e) {
      throw ResourceException.of(
          Kind.INVALID_URI, path, "the path contains an unpaired surrogate: " + e.getMessage(), e);
    }
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
    NearHandler near = registry.near(scheme);
    String message =
        scheme.equals(FILE)
            ? "no handler for files"
            : "no handler for the scheme \""
                + scheme
                + "\" (known: "
                + String.join(", ", registry.schemes())
                + "), and no file of that name"
                + (near == null ? "" : "; " + near.why());
    return ResourceException.of(Kind.UNSUPPORTED_SCHEME, target, message)
        .withRemedy(near == null ? null : near.remedy());
  }
}
