package @PACKAGE@;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.ResourceHandlerContract;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of handlers. Each is a test that is inherited. The hooks below say what there
 * is to test them with; the more of them are filled, the more rules are tested.
 *
 * <p>Nothing here depends on how the handler is made: two URIs are all that it has to be told.
 */
class @CLASS@Test extends ResourceHandlerContract {

  private static final String SCHEME = "@SCHEME@";

  /** A URI that the handler knows, in its canonical form. */
  private static final String KNOWN = SCHEME + ":thing";

  /** A URI at which there is nothing. */
  private static final String UNKNOWN = SCHEME + ":no-such-thing";

  @Override
  protected ResourceHandler handler() {
    return new @CLASS@();
  }

  /** What the handler gives itself; write down what it should give where you know that. */
  @Override
  protected Map<String, byte[]> resources() throws IOException {
    var contents = new HashMap<String, byte[]>();
    for (Resource resource : read(KNOWN)) {
      try (InputStream in = resource.content().open()) {
        contents.put(KNOWN, in.readAllBytes());
      }
    }
    return contents;
  }

  @Override
  protected Map<String, String> canonicalForms() {
    return Map.of(SCHEME.toUpperCase(Locale.ROOT) + KNOWN.substring(SCHEME.length()), KNOWN);
  }

  /** Add what breaks the rules of your scheme. */
  @Override
  protected List<String> invalidUris() {
    return isInvalid(SCHEME + ":") ? List.of(SCHEME + ":") : List.of();
  }

  /** Null, so that its tests are skipped, where there is something at every URI. */
  @Override
  protected @Nullable String missingUri() throws IOException {
    try {
      read(UNKNOWN);
      return null;
    } catch (ResourceException e) {
      return UNKNOWN;
    }
  }

  /** With the configuration that configuration() gives, once you override that. */
  private TestContext context() {
    return TestContext.builder(workspace()).configuration(configuration()).build();
  }

  private List<Resource> read(String uri) throws IOException {
    try (TestContext context = context()) {
      return handler().resolve(ResourceUri.of(uri), context);
    } catch (ResourceException e) {
      if (uri.equals(KNOWN) && e.kind() == Kind.NOT_FOUND) {
        throw new AssertionError("there is no " + KNOWN + ": let KNOWN be a URI that exists", e);
      }
      throw e;
    }
  }

  private boolean isInvalid(String uri) {
    try (TestContext context = context()) {
      handler().canonicalize(ResourceUri.of(uri), context);
      return false;
    } catch (ResourceException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
