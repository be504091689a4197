package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.testkit.TestContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers with many contents, and with contents that take long. */
class ServerContentsTest {

  private static final String URI = "demo://x";
  private static final String ADDRESS = "mcp+s+demo://x";

  private final MemoryServer server = MemoryServer.of("s");
  private final McpHandler handler = new MemoryServers(server).handler();

  @Test
  void readsTenThousandContentsAndSaysThatThereAreMore(@TempDir Path workspace) throws Exception {
    var contents = new ArrayList<Object>();
    for (int i = 0; i < 300_000; i++) {
      contents.add(i < 9_999 ? Map.of() : Map.of("uri", "demo://" + i, "text", ""));
    }
    server.answering(URI, Map.of("contents", contents));
    String problem = "the server's answer has 300,000 entries; only the first 10,000 are read";
    try (Resolution resolution = resolver(workspace).resolve(List.of(ADDRESS))) {
      var outcomes = new ArrayList<Outcome>();
      resolution.forEach(outcomes::add);
      assertThat(outcomes).hasSize(3);
      assertThat(((Outcome.Resolved) outcomes.get(0)).snapshot().notes())
          .containsExactly(
              "the server gave no URI; this is the requested one (9,999 times)",
              "the server gave neither text nor bytes (9,999 times)",
              "the server gave this more than once; it is kept once (9,998 times)");
      assertThat(((Outcome.Resolved) outcomes.get(1)).snapshot().resource().uri().value())
          .isEqualTo("demo://9999");
      ResourceException failure = ((Outcome.Failed) outcomes.get(2)).problem();
      assertThat(failure.kind()).isEqualTo(Kind.TOO_LARGE);
      assertThat(failure.message()).isEqualTo(problem);
    }
  }

  private Resolver resolver(Path workspace) throws Exception {
    return Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace).build();
  }

  @Test
  void givesUpWhenTheTimeIsUpWithinTheContents() throws Exception {
    try (TestContext context = TestContext.builder(Path.of("/")).build()) {
      var contents =
          new ServerContents(
              ResourceUri.of(ADDRESS),
              McpAddress.parse(ADDRESS),
              uri -> {
                if (uri.equals("demo://b")) { // an interrupted thread reads no further
                  Thread.currentThread().interrupt();
                }
                return null;
              },
              context);
      var answer =
          MemoryServer.contents(
              Map.of("uri", "demo://a", "text", ""), Map.of("uri", "demo://b", "blob", "AAAA"));
      assertThatThrownBy(() -> contents.resources(answer))
          .isInstanceOfSatisfying(
              ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
      assertThat(context.failures()).isEmpty();
    } finally {
      Thread.interrupted();
    }
  }
}
