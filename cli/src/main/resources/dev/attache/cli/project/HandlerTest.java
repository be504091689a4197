package @PACKAGE@;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.ResourceHandlerContract;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of handlers, of which each is a test that is inherited. The hooks below say what there
 * is to test them with; the more of them are filled, the more rules are tested.
 */
class @CLASS@Test extends ResourceHandlerContract {

  /** A name that {@link @CLASS@#content} knows. */
  private static final String KNOWN = "thing";

  /** A name that it does not know. */
  private static final String UNKNOWN = "no-such-thing";

  @Override
  protected ResourceHandler handler() {
    return new @CLASS@();
  }

  @Override
  protected Map<String, byte[]> resources() throws IOException {
    String content = content(KNOWN);
    if (content == null) {
      throw new AssertionError("content() does not know \"" + KNOWN + "\": let KNOWN be what it does");
    }
    return Map.of(uri(KNOWN), content.getBytes(UTF_8));
  }

  @Override
  protected Map<String, String> canonicalForms() {
    return Map.of(@CLASS@.SCHEME.toUpperCase(Locale.ROOT) + ":" + KNOWN, uri(KNOWN));
  }

  @Override
  protected List<String> invalidUris() {
    return List.of(uri(""));
  }

  /** Null, so that its tests do not apply, where content() knows every name. */
  @Override
  protected @Nullable String missingUri() throws IOException {
    return content(UNKNOWN) == null ? uri(UNKNOWN) : null;
  }

  private static String uri(String name) {
    return @CLASS@.SCHEME + ":" + name;
  }

  private @Nullable String content(String name) throws IOException {
    try (TestContext context = TestContext.builder(workspace()).build()) {
      return @CLASS@.content(name, context);
    }
  }
}
