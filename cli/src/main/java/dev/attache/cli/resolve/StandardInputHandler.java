package dev.attache.cli.resolve;

import dev.attache.cli.options.LimitOptions;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.support.text.PercentEncoding;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The handler of the reference {@code -}: standard input, which can be read once. Its URI is {@code
 * stdin:} and the name that the user gave.
 */
final class StandardInputHandler implements ResourceHandler {

  private static final String SCHEME = "stdin";
  private static final PercentEncoding NAME = PercentEncoding.keeping("-._*/");

  private final InputStream in;
  private final @Nullable String name;
  private final @Nullable String type;
  private final boolean isNamed;

  /**
   * @param isNamed whether the user has named it; if not, an empty one says that nothing was named
   */
  StandardInputHandler(
      InputStream in, @Nullable String name, @Nullable String type, boolean isNamed) {
    this.in = in;
    this.name = name;
    this.type = type;
    this.isNamed = isNamed;
  }

  static String uri(@Nullable String name) {
    String path = name == null ? "-" : name;
    return SCHEME + ":" + NAME.encode(path);
  }

  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME);
  }

  /** As long as anything can: whoever writes a pipe may take a day. */
  @Override
  public Duration timeLimit(ResourceUri uri, HandlerContext context) {
    return Duration.ofSeconds(LimitOptions.MAX_TIMEOUT);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    Resource read =
        context
            .read(uri, in, new ContentHints(name, type))
            .name(name == null ? "standard input" : name)
            .build();
    if (!isNamed && read.content().size() == 0) {
      throw ResourceException.of(
          ResourceException.Kind.NOT_FOUND,
          uri.value(),
          "standard input is empty and nothing else is named; use . for the workspace");
    }
    return List.of(read);
  }
}
