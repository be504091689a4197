package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.resource.spi.Requester;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** What goes wrong with one reference, and leaves the others alone. */
class FailureApartTest {

  private final MemoryServer files = MemoryServer.of("files").with("demo://z", "z");
  private final MemoryServer odd = MemoryServer.of("odd").with("demo://a", "a");

  @Test
  void isThatOfATemplateThatIsTooLong() throws Exception {
    String template = "mcp+files+demo://{" + "x".repeat(20_000) + "}";
    assertThat(
            Calls.to(files)
                .with(Map.of("x".repeat(20_000), "1"))
                .expand("mcp+files+", template, "!" + template))
        .containsExactly(
            "candidate mcp+files+: mcp+files+demo://z",
            "skip " + template + ": " + template + ", excluded: by !" + template,
            "fail !"
                + template
                + ": INVALID_URI: is a template of more than 8192 characters, which is the most");
  }

  @Test
  void isThatOfAnExclusionWhateverItIs() throws Exception {
    String exclusion = "!mcp+files+demo://{" + "x".repeat(20_000) + "}";
    assertThat(Calls.to(files).expand("mcp+files+", exclusion))
        .containsExactly("candidate mcp+files+: mcp+files+demo://z");
    assertThat(new Calls(throwing(true)).expand("mcp+files+", "!mcp+odd+demo://a"))
        .containsExactly(
            "candidate mcp+files+: mcp+files+demo://z",
            "fail !mcp+odd+demo://a: FAILED: cannot be expanded: java.lang.StackOverflowError:"
                + " too deep");
  }

  @Test
  void isThatOfAServerWhateverItThrows() throws Exception {
    assertThat(new Calls(throwing(false)).expand("mcp+odd+", "mcp+files+", "mcp+odd+demo://{x}"))
        .containsExactly(
            "fail mcp+odd+: FAILED: cannot be expanded: java.lang.IllegalStateException: no a b",
            "candidate mcp+files+: mcp+files+demo://z",
            "fail mcp+odd+demo://{x}: FAILED: cannot be expanded:"
                + " java.lang.IllegalStateException: no a b");
  }

  @Test
  void isNotTheEndOfTheRun() {
    McpHandler handler =
        new McpHandler(
            context ->
                new Odd(new MemoryServers(files, odd), false) {
                  @Override
                  public Optional<McpServer> find(String nameOrAlias) {
                    throw new CancellationException("the run has ended");
                  }
                });
    assertThatThrownBy(() -> new Calls(handler).expand("mcp+files+"))
        .isInstanceOf(CancellationException.class);
  }

  private McpHandler throwing(boolean whenFound) {
    return new McpHandler(context -> new Odd(new MemoryServers(files, odd), whenFound));
  }

  /** Servers of which one cannot be found, or not be connected to. */
  private static class Odd implements Connections {
    private final Connections servers;
    private final boolean whenFound;

    Odd(Connections servers, boolean whenFound) {
      this.servers = servers;
      this.whenFound = whenFound;
    }

    @Override
    public List<McpServer> all() {
      return servers.all();
    }

    @Override
    public Optional<McpServer> find(String nameOrAlias) {
      if (whenFound && nameOrAlias.equals("odd")) {
        throw new StackOverflowError("too deep");
      }
      return servers.find(nameOrAlias);
    }

    @Override
    public String unknown(String name) {
      return servers.unknown(name);
    }

    @Override
    public McpConnection connect(McpServer server, Requester requester, Duration timeout)
        throws McpException {
      if (server.name().equals("odd")) {
        throw new IllegalStateException("no\na\nb");
      }
      return servers.connect(server, requester, timeout);
    }
  }
}
