package dev.attache.mcp.pool;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.RecordedLink;
import dev.attache.mcp.session.ServerLink;
import dev.attache.mcp.stdio.StdioLink;
import dev.attache.mcp.stdio.StrayOutput;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The place of a server, and the connections that it has one after the other. */
@Tag("process")
class PooledServerTest {

  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final List<RecordedLink> wires = new CopyOnWriteArrayList<>();
  private final AtomicInteger starts = new AtomicInteger();
  private final AtomicLong now = new AtomicLong();

  private PooledServer slot(String... command) {
    McpServer server = Hostile.server("hostile", List.of(command));
    return new PooledServer(server, this::wire, Hostile.options(null, notes), now::get);
  }

  private ServerLink wire(
      McpServer server, McpServers.Options options, Consumer<String> said, StrayOutput noise) {
    starts.incrementAndGet();
    var program = (McpServer.Program) server.way();
    if (program == null) {
      throw new AssertionError("servers of these tests are programs");
    }
    var wire =
        new RecordedLink(
            new StdioLink(
                server.name(),
                program,
                options.environment(),
                MessageLimit.of(options.maxBytes()),
                noise));
    wires.add(wire);
    return wire;
  }

  @Test
  void startsNothingWhenItWasClosedSinceItWasAskedFor() {
    PooledServer slot = slot("./none");
    slot.close(false);
    McpException failure = failure(slot);
    assertThat(failure).hasMessage("the MCP server hostile is not started: the run has ended");
    assertThat(failure.kind()).isEqualTo(Kind.CLOSED);
    assertThat(starts).hasValue(0);
  }

  @Test
  void leavesNothingOfAConnectionThatIsReplaced() throws Exception {
    PooledServer slot = slot(Hostile.command().toArray(String[]::new));
    McpConnection first = slot.connection(PATIENCE);
    assertThat(
            catchThrowableOfType(
                McpException.class, () -> first.readResource("hostile:die", PATIENCE)))
        .isNotNull();
    McpConnection second = slot.connection(PATIENCE);
    wires.get(0).closed.await();
    assertThat(second.isOpen()).isTrue();
    assertThat(wires).hasSize(2);
    slot.close(false);
  }

  @Test
  void waitsTwiceAsLongAfterEachFailure() {
    PooledServer slot = slot("./none");
    failure(slot);
    for (int seconds = 1, started = 1; seconds <= 64; seconds *= 2, started++) {
      now.addAndGet(TimeUnit.SECONDS.toNanos(seconds) - 1);
      assertThat(failure(slot).kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(starts).hasValue(started);
      now.addAndGet(1);
      assertThat(failure(slot).kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(starts).hasValue(started + 1);
    }
    now.addAndGet(TimeUnit.SECONDS.toNanos(64)); // and never longer
    failure(slot);
    assertThat(starts).hasValue(9);
    slot.close(false);
  }

  private static McpException failure(PooledServer slot) {
    return catchThrowableOfType(McpException.class, () -> slot.connection(PATIENCE));
  }
}
