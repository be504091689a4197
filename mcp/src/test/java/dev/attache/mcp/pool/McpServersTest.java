package dev.attache.mcp.pool;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.Servers;
import dev.attache.mcp.session.RequestChannel;
import dev.attache.mcp.stdio.StdioLink;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@Tag("slow")
class McpServersTest {

  private final List<String> notes = new ArrayList<>();
  private final AtomicInteger starts = new AtomicInteger();
  private @Nullable McpServers pool;

  @AfterEach
  void close() {
    if (pool != null) {
      pool.close();
    }
  }

  private McpServers pool(McpServer... servers) {
    McpServers opened =
        new McpServers(
            List.of(servers),
            Hostile.options(null, notes),
            (server, options, said, noise) -> {
              starts.incrementAndGet();
              var program = (McpServer.Program) server.way();
              if (program == null) {
                throw new AssertionError("servers of these tests are programs");
              }
              return new StdioLink(
                  server.name(),
                  program,
                  options.environment(),
                  MessageLimit.of(options.maxBytes()),
                  noise);
            });
    pool = opened;
    return opened;
  }

  @Test
  void findsAnAliasBeforeAName() {
    McpServer first = named("a_b", "a-b");
    McpServer second = named("a-b", "a-b-2");
    McpServers both = pool(first, second);
    assertThat(both.find("a-b")).containsSame(first);
    assertThat(both.find("a_b")).containsSame(first);
    assertThat(both.find("a-b-2")).containsSame(second);
    assertThat(both.find("c")).isEmpty();
    assertThat(both.all()).containsExactly(first, second);
  }

  @Test
  void refusesTwoServersWithOneAlias() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pool(named("a", "x"), named("b", "x")))
        .withMessage("the servers a (a test) and b (a test) must not have the same alias, x");
  }

  @Test
  void namesTheServersThatThereAre() {
    assertThat(pool(named("github", "github"), named("files", "files")).unknown("Gitub"))
        .hasMessage("unknown MCP server Gitub; did you mean github? (configured: files, github)");
    assertThat(pool(named("files", "files")).unknown("x"))
        .hasMessage("unknown MCP server x (configured: files)");
    assertThat(pool().unknown("x")).hasMessage("unknown MCP server x; none is configured");
  }

  @Test
  void startsAServerOnceForAllWhoAsk() throws Exception {
    McpServer server = Hostile.server("hostile", Hostile.command("slow"));
    McpServers one = pool(server);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    var tasks = new ArrayList<Callable<McpConnection>>();
    for (int i = 0; i < 16; i++) {
      tasks.add(() -> one.connect(server, Requester.USER, PATIENCE));
    }
    var connections = new ArrayList<McpConnection>();
    for (Future<McpConnection> each : threads.invokeAll(tasks)) {
      connections.add(each.get());
    }
    threads.shutdown();
    assertThat(connections).containsOnly(connections.get(0));
    assertThat(starts).hasValue(1);
  }

  @Test
  void waitsNoLongerThanWhoAsks() throws McpException {
    McpServer server = Hostile.server("hostile", Hostile.command("slow"));
    McpServers one = pool(server);
    McpException failure = failure(one, server, Duration.ofMillis(100));
    assertThat(failure)
        .hasMessage("the MCP server hostile did not answer initialize within 100 ms");
    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(one.connect(server, Requester.USER, PATIENCE).isOpen()).isTrue();
    assertThat(starts).hasValue(1);
  }

  @Test
  void namesTheWholeTimeThatAServerHasToStart() {
    McpServer server =
        Hostile.server("hostile", Hostile.command("slow")).within(Duration.ofMillis(200));
    assertThat(failure(pool(server), server, PATIENCE))
        .hasMessage("the MCP server hostile did not answer initialize within 200 ms");
  }

  @Test
  void namesLimitsAsPeopleSetThem() {
    assertThat(RequestChannel.seconds(Duration.ofMillis(4999))).isEqualTo("5 s");
    assertThat(RequestChannel.seconds(Duration.ofMillis(882))).isEqualTo("1 s");
    assertThat(RequestChannel.seconds(Duration.ofMillis(1500))).isEqualTo("1500 ms");
    assertThat(RequestChannel.seconds(Duration.ofSeconds(60))).isEqualTo("60 s");
  }

  @Test
  void doesNotStartAtOnceAgainWhatCouldNotBeStarted() throws Exception {
    McpServer server = Hostile.server("none", List.of("./none"));
    McpServers one = pool(server);
    McpException first = failure(one, server, PATIENCE);
    assertThat(failure(one, server, PATIENCE)).hasMessage(first.getMessage());
    assertThat(starts).hasValue(1);
    await()
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              assertThat(failure(one, server, PATIENCE)).hasMessage(first.getMessage());
              assertThat(starts).hasValue(2);
            });
  }

  @Test
  void startsServersAtTheSameTime() throws Exception {
    McpServer slow = Hostile.server("slow", List.of("sleep", "300"));
    McpServer other = Hostile.server("other", Hostile.command());
    McpServers both = pool(slow, other);
    failure(both, slow, Duration.ofMillis(10));
    assertThat(both.connect(other, Requester.USER, PATIENCE).isOpen()).isTrue();
  }

  @Test
  void asksThePolicy() {
    McpServer server = named("files", "files");
    var options = Hostile.options(null, notes);
    var strict =
        new McpServers.Options(
            (asked, requester) ->
                asked.equals(server) && requester == Requester.MODEL
                    ? CommandPolicy.Decision.denied("a model asked")
                    : CommandPolicy.Decision.allowed("a test"),
            options.environment(),
            options.maxBytes(),
            "1",
            null,
            notes::add);
    try (var one = new McpServers(List.of(server), strict)) {
      McpException failure =
          catchThrowableOfType(
              McpException.class, () -> one.connect(server, Requester.MODEL, PATIENCE));
      assertThat(failure).hasMessage("the MCP server files may not be used: a model asked");
      assertThat(failure.kind()).isEqualTo(Kind.DENIED);
    }
  }

  @Test
  void usesNoServerThatIsDisabledOrWrong() {
    McpServer sound = named("files", "files");
    McpServer disabled = with(sound, true, null);
    assertThat(failure(pool(disabled), disabled, PATIENCE))
        .hasMessage("the MCP server files is disabled in a test");
    McpServer wrong = with(sound, false, "the variable TOKEN is not set");
    McpException failure = failure(pool(wrong), wrong, PATIENCE);
    assertThat(failure)
        .hasMessage("the MCP server files (a test) cannot be used: the variable TOKEN is not set");
    assertThat(failure.kind()).isEqualTo(Kind.UNUSABLE);
  }

  @Test
  void startsNothingWhenItIsClosed() {
    McpServer server = named("files", "files");
    McpServers one = pool(server);
    one.close();
    assertThat(failure(one, server, PATIENCE))
        .hasMessage("the MCP server files is not started: the run has ended");
    assertThat(starts).hasValue(0);
  }

  @Test
  void endsAServerThatIsBeingStarted() {
    McpServer server = Hostile.server("sleeper", List.of("sleep", "300"));
    McpServers one = pool(server);
    failure(one, server, Duration.ofMillis(200));
    List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
    assertThat(all).isNotEmpty();
    one.close();
    Servers.assertThatEnded(all);
  }

  private static McpException failure(McpServers servers, McpServer server, Duration timeout) {
    return catchThrowableOfType(
        McpException.class, () -> servers.connect(server, Requester.USER, timeout));
  }

  private static McpServer named(String name, String alias) {
    McpServer server = Hostile.server(name, List.of("true"));
    return new McpServer(
        name,
        alias,
        server.origin(),
        false,
        server.way(),
        false,
        server.startTimeout(),
        null,
        server.digest(),
        server.label(),
        null);
  }

  private static McpServer with(McpServer server, boolean isDisabled, @Nullable String problem) {
    return new McpServer(
        server.name(),
        server.alias(),
        server.origin(),
        false,
        server.way(),
        isDisabled,
        server.startTimeout(),
        null,
        server.digest(),
        server.label(),
        problem);
  }
}
