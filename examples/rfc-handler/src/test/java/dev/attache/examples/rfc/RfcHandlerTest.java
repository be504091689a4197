package dev.attache.examples.rfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.testkit.TestContext;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RfcHandlerTest {

  private static final ResourceContent TEXT = ResourceContent.text("HTTP Semantics\n");

  @TempDir Path workspace;

  private final RfcHandler handler = new RfcHandler();

  private static Resource page(String url) {
    return Resource.builder(ResourceUri.of(url), TEXT).mimeType("text/plain").build();
  }

  @Test
  void givesTheTextThatTheHandlerOfHttpsGot() throws Exception {
    Resource page = page("https://www.rfc-editor.org/rfc/rfc9110.txt");
    try (TestContext context = TestContext.builder(workspace).resource(page.uri(), page).build()) {
      Resource rfc = handler.resolve(ResourceUri.of("rfc:9110"), context).get(0);
      assertThat(rfc.uri()).hasToString("rfc:9110");
      assertThat(rfc.name()).isEqualTo("RFC 9110");
      assertThat(rfc.content()).isEqualTo(TEXT);
    }
  }

  @Test
  void asksTheMirrorThatIsConfigured() throws Exception {
    Resource page = page("https://mirror.example/9110");
    try (TestContext context =
        TestContext.builder(workspace)
            .resource(page.uri(), page)
            .configuration(Map.of("mirror", "https://mirror.example/%d"))
            .build()) {
      assertThat(handler.resolve(ResourceUri.of("rfc:9110"), context)).hasSize(1);
    }
    try (TestContext context =
        TestContext.builder(workspace).configuration(Map.of("mirror", 1)).build()) {
      assertThatThrownBy(() -> handler.resolve(ResourceUri.of("rfc:9110"), context))
          .hasMessage("mirror must be a string");
    }
  }

  @Test
  void isKnownByItsNumberAlone() throws Exception {
    try (TestContext context = TestContext.builder(workspace).build()) {
      for (String spelled : new String[] {"rfc:9110", "RFC:09110", "rfc:rfc9110"}) {
        assertThat(handler.canonicalize(ResourceUri.of(spelled), context)).hasToString("rfc:9110");
      }
      assertThatThrownBy(() -> handler.canonicalize(ResourceUri.of("rfc:http"), context))
          .hasMessage("an RFC has a number, as in rfc:9110");
    }
  }
}
