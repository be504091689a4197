package dev.attache.cli;

import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.jspecify.annotations.Nullable;

/** A source of each kind that the command has a handler for, which a test changes. */
abstract class ChangingSource implements AutoCloseable {

  /** Where there is a file. */
  final Path workspace;

  private ChangingSource(Path workspace) {
    this.workspace = workspace;
  }

  /** The kinds of sources. */
  enum Kind {
    FILE,
    HTTP,
    CMD,
    MCP
  }

  static ChangingSource of(Kind kind, Path workspace) throws IOException {
    return switch (kind) {
      case FILE -> new OfFile(workspace);
      case HTTP -> new OfHttp(workspace);
      case CMD -> new OfCommand(workspace);
      case MCP -> new OfServer(workspace);
    };
  }

  /** What attaches it. */
  abstract String reference();

  /** The URI of its resource. */
  abstract String uri();

  /** What models know it by. */
  String name() {
    return uri();
  }

  abstract void put(String text) throws IOException;

  abstract void remove() throws IOException;

  /** Lets reading it take longer than {@link #shortTime}. */
  abstract void hang() throws IOException;

  abstract Duration shortTime();

  /** Lets reading it be refused to all, if that can be; says whether it can. */
  boolean refuse() throws IOException {
    return false;
  }

  /** How often something was asked or started for it. */
  abstract int uses() throws IOException;

  Resolver.Builder resolver() throws IOException {
    return Resolver.builder(HandlerRegistry.load(ChangingSource.class.getClassLoader()))
        .workspace(workspace)
        .service(CommandPolicy.class, (uri, invocation, requester) -> forUser(requester));
  }

  static CommandPolicy.Decision forUser(Requester requester) {
    return requester == Requester.USER
        ? CommandPolicy.Decision.allowed("the user asked")
        : CommandPolicy.Decision.denied("nobody trusts it");
  }

  @Override
  public void close() {}

  private static final class OfFile extends ChangingSource {
    private final Path file;

    OfFile(Path workspace) {
      super(workspace);
      file = workspace.resolve("a.txt");
    }

    @Override
    String reference() {
      return "a.txt";
    }

    @Override
    String uri() {
      return "file://" + file;
    }

    @Override
    String name() {
      return file.getFileName().toString();
    }

    @Override
    void put(String text) throws IOException {
      Files.writeString(file, text);
    }

    @Override
    void remove() throws IOException {
      Files.delete(file);
    }

    @Override
    void hang() {
      // A file never hangs; but no time is too short for it.
    }

    @Override
    Duration shortTime() {
      return Duration.ofNanos(1);
    }

    @Override
    boolean refuse() throws IOException {
      Path elsewhere = workspace.resolveSibling("elsewhere");
      Files.move(file, elsewhere);
      Files.createSymbolicLink(file, elsewhere);
      return true;
    }

    @Override
    int uses() {
      return 0;
    }
  }

  private static final class OfHttp extends ChangingSource {
    private final MockWebServer server = new MockWebServer();
    private final AtomicInteger requests = new AtomicInteger();
    private volatile @Nullable String text;
    private volatile int status = 200;
    private volatile boolean hangs;

    OfHttp(Path workspace) throws IOException {
      super(workspace);
      server.setDispatcher(
          new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
              requests.incrementAndGet();
              return answer(request);
            }
          });
      server.start(InetAddress.getLoopbackAddress(), 0);
    }

    private MockResponse answer(RecordedRequest request) {
      String body = text;
      String etag = "\"" + String.valueOf(body).hashCode() + "\"";
      var response = new MockResponse.Builder().addHeader("Content-Type", "text/plain");
      if (hangs) {
        return response.onResponseStart(SocketEffect.Stall.INSTANCE).build();
      }
      if (status != 200 || body == null) {
        return response.code(status == 200 ? 404 : status).build();
      }
      boolean isKnown = etag.equals(request.getHeaders().get("If-None-Match"));
      response.addHeader("ETag", etag);
      return isKnown ? response.code(304).build() : response.body(body).build();
    }

    @Override
    String reference() {
      return uri();
    }

    @Override
    String uri() {
      return server.url("/a.txt").toString();
    }

    @Override
    void put(String value) {
      text = value;
    }

    @Override
    void remove() {
      text = null;
    }

    @Override
    void hang() {
      hangs = true;
    }

    @Override
    Duration shortTime() {
      return Duration.ofMillis(300);
    }

    @Override
    boolean refuse() {
      status = 403;
      return true;
    }

    @Override
    int uses() {
      return requests.get();
    }

    @Override
    Resolver.Builder resolver() throws IOException {
      String host = server.url("/").host() + ":" + server.url("/").port();
      return super.resolver().configuration("http", Map.of("allow", List.of(host)));
    }

    @Override
    public void close() {
      server.close();
    }
  }

  /** Copies a file, and adds a line to another one each time. */
  private static final class OfCommand extends ChangingSource {
    private final Path content;
    private final Path uses;

    OfCommand(Path workspace) throws IOException {
      super(workspace);
      content = workspace.resolve("content");
      uses = workspace.resolve("uses");
      Files.writeString(
          workspace.resolve("script"),
          "echo x >> uses; test -e slow && sleep 600; test -e content || exit 1; cat content\n");
    }

    @Override
    String reference() {
      return "cmd:sh script";
    }

    @Override
    String uri() {
      return "cmd://sh?arg=script";
    }

    @Override
    void put(String text) throws IOException {
      Files.writeString(content, text);
    }

    @Override
    void remove() throws IOException {
      Files.delete(content);
    }

    @Override
    void hang() throws IOException {
      Files.writeString(workspace.resolve("slow"), "");
    }

    @Override
    Duration shortTime() {
      return Duration.ofMillis(300);
    }

    @Override
    int uses() throws IOException {
      return Files.readAllLines(uses).size();
    }
  }

  private static final class OfServer extends ChangingSource {
    private final Path marker;
    private final Path content;
    private final McpServers servers;
    private final AtomicInteger uses = new AtomicInteger();

    OfServer(Path workspace) {
      super(workspace);
      marker = workspace.resolve("started");
      content = TestServer.content(marker);
      List<String> command = TestServer.command(marker);
      var program =
          new McpServer.Program(
              command.get(0), command.subList(1, command.size()), Map.of(), workspace);
      var server =
          new McpServer(
              "test",
              "test",
              "the test",
              false,
              program,
              false,
              Duration.ofSeconds(30),
              null,
              ContentDigest.sha256(new byte[0]),
              "test server",
              null);
      servers =
          new McpServers(
              List.of(server),
              new McpServers.Options(
                  (asked, requester) -> {
                    uses.incrementAndGet();
                    return forUser(requester);
                  },
                  System.getenv(),
                  1 << 20,
                  "test",
                  null,
                  note -> {}));
    }

    @Override
    String reference() {
      return "mcp+test+test://changing";
    }

    @Override
    String uri() {
      return "test://changing";
    }

    @Override
    void put(String text) throws IOException {
      Files.writeString(content, text);
    }

    @Override
    void remove() throws IOException {
      Files.delete(content);
    }

    @Override
    void hang() throws IOException {
      put("never");
    }

    @Override
    Duration shortTime() {
      return Duration.ofMillis(300);
    }

    @Override
    int uses() {
      return uses.get();
    }

    @Override
    Resolver.Builder resolver() throws IOException {
      return super.resolver().service(McpServers.class, servers);
    }

    @Override
    public void close() {
      servers.close();
    }
  }
}
