package dev.attache.mcp;

import static dev.attache.mcp.Hostile.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.McpException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The place of a server, and the connections that it has one after the other. */
@Timeout(60)
class SlotTest {

  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final List<RecordedWire> wires = new CopyOnWriteArrayList<>();
  private final List<Long> starts = new CopyOnWriteArrayList<>();

  private Slot slot(String... command) {
    McpServer server = Hostile.server("hostile", List.of(command));
    return new Slot(server, this::wire, Hostile.options(false, notes));
  }

  private Wire wire(
      McpServer server, McpServers.Options options, Consumer<String> said, Noise noise) {
    starts.add(System.nanoTime());
    var program = (McpServer.Program) server.way();
    if (program == null) {
      throw new AssertionError("servers of these tests are programs");
    }
    var wire = new RecordedWire(new StdioWire(server.name(), program, options, noise));
    wires.add(wire);
    return wire;
  }

  @Test
  void startsNothingWhenItWasClosedSinceItWasAskedFor() {
    Slot slot = slot("./none");
    slot.close(false);
    McpException failure = failure(slot);
    assertThat(failure).hasMessage("the MCP server hostile is not started: the run is over");
    assertThat(failure.kind()).isEqualTo(Kind.CLOSED);
    assertThat(starts).isEmpty();
  }

  @Test
  void leavesNothingOfAConnectionThatIsReplaced() throws Exception {
    Slot slot = slot(Hostile.command().toArray(String[]::new));
    McpConnection first = slot.connection(PATIENCE);
    assertThat(
            catchThrowableOfType(
                McpException.class, () -> first.readResource("hostile:die", PATIENCE)))
        .isNotNull();
    McpConnection second = slot.connection(PATIENCE);
    assertThat(wires.get(0).closed.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(second.isOpen()).isTrue();
    assertThat(wires).hasSize(2);
    slot.close(false);
  }

  @Test
  void waitsTwiceAsLongAfterTheSecondFailure() throws Exception {
    Slot slot = slot("./none");
    while (starts.size() < 3) {
      assertThat(failure(slot).kind()).isEqualTo(Kind.UNREACHABLE);
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(between(0, 1)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
    assertThat(between(1, 2)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(30));
    slot.close(false);
  }

  private Duration between(int one, int other) {
    return Duration.ofNanos(starts.get(other) - starts.get(one));
  }

  private static McpException failure(Slot slot) {
    return catchThrowableOfType(McpException.class, () -> slot.connection(PATIENCE));
  }
}
