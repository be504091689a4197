package @PACKAGE@;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The handler of {@code @SCHEME@:NAME}. */
public final class @CLASS@ implements ResourceHandler {

  static final String SCHEME = "@SCHEME@";

  /**
   * Returns what {@code @SCHEME@:NAME} names, as a text; null if there is no such thing.
   *
   * <p>This is the method to edit. Several threads call it at once, so keep nothing in fields. What
   * an {@link IOException} says is shown to the user.
   */
  static @Nullable String content(String name, HandlerContext context) throws IOException {
    return switch (name) {
      case "thing" -> "This is what @SCHEME@:thing names.\n";
      default -> null;
    };
  }

  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME);
  }

  /** One spelling for each thing: here only the scheme has several. */
  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    String name = name(uri.value());
    if (name.isBlank()) {
      throw ResourceException.of(
          Kind.INVALID_URI, uri.value(), "names nothing; write " + SCHEME + ":NAME");
    }
    return ResourceUri.of(SCHEME + ":" + name);
  }

  /**
   * What {@code attache plan} shows: the name, the size, and through {@link #open} the type.
   *
   * <p>Delete this method and {@link #open} once {@link #content} asks a server or takes long: a
   * plan must not.
   */
  @Override
  public Candidate candidate(ResourceUri uri, HandlerContext context) throws ResourceException {
    String content = read(uri, context);
    if (content == null) {
      return Candidate.of(uri); // resolve says that there is no such thing
    }
    long size = content.getBytes(UTF_8).length;
    return new Candidate(uri, name(uri.redacted()), size, true, @CLASS@::open);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    String content = read(uri, context);
    if (content == null) {
      throw ResourceException.of(Kind.NOT_FOUND, uri.value(), "there is no such thing");
    }
    String shown = name(uri.redacted()); // without the secrets that a URI may hold
    ContentHints hints = ContentHints.ofFileName(shown); // thing.md would be Markdown
    return List.of(context.read(uri, Text.of(content), hints).name(shown).build());
  }

  private static InputStream open(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    String content = read(uri, context);
    return new ByteArrayInputStream(content == null ? new byte[0] : content.getBytes(UTF_8));
  }

  private static @Nullable String read(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    try {
      return content(name(uri.value()), context);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.FAILED, uri.value(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private static String name(String uri) {
    return uri.substring(SCHEME.length() + 1);
  }
}
