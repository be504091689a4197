package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.CommandPolicy.Decision;
import dev.attache.resource.testkit.TestContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many reads servers have before them at once, as they count them themselves. */
@Tag("process")
class ReadsAtOnceTest {

  private final McpHandler handler = new McpHandler();

  private static McpServer counting(String name) {
    return new McpServer(
        name,
        name,
        "a test",
        false,
        new McpServer.Program(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                CountingServer.class.getName()),
            Map.of(),
            Path.of("").toAbsolutePath()),
        false,
        Duration.ofSeconds(30),
        null,
        ContentDigest.sha256(new byte[0]),
        "java",
        null);
  }

  @Test
  void areEightForEachServerHoweverManyReadTwoServers(@TempDir Path workspace) throws Exception {
    var options =
        new McpServers.Options(
            (server, requester) -> Decision.allowed("a test"),
            System.getenv(),
            1 << 20,
            "1",
            null,
            note -> {});
    ExecutorService readers = Executors.newFixedThreadPool(40);
    try (var servers = new McpServers(List.of(counting("one"), counting("two")), options);
        var context = TestContext.builder(workspace).service(McpServers.class, servers).build()) {
      List<Callable<Integer>> reads = new ArrayList<>();
      for (int i = 0; i < 80; i++) {
        String uri = "mcp+" + (i % 2 == 0 ? "one" : "two") + "+demo://1";
        reads.add(() -> count(uri, context));
      }
      for (Future<Integer> read : readers.invokeAll(reads)) {
        assertThat(read.get()).isBetween(1, 8);
      }
      assertThat(count("mcp+one+demo://1", context)).isEqualTo(8);
      assertThat(count("mcp+two+demo://1", context)).isEqualTo(8);
    } finally {
      readers.shutdownNow();
    }
  }

  private int count(String uri, TestContext context) throws Exception {
    var resource = handler.resolve(ResourceUri.of(uri), context).get(0);
    return Integer.parseInt(((Text) resource.content()).value());
  }
}
