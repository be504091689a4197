package dev.attache.mcp;

import static dev.attache.test.LongWait.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import dev.attache.support.json.LenientValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The hostile server as a test uses it: a pool with it alone, closed with the test. */
public final class Hostile implements AutoCloseable {

  public final List<String> notes = new CopyOnWriteArrayList<>();
  public final McpServer server;
  final McpServers servers;

  public Hostile(String... modes) {
    this(false, modes);
  }

  public Hostile(boolean acceptsDefaults, String... modes) {
    this(server("hostile", command(modes)), acceptsDefaults);
  }

  public Hostile(McpServer server, boolean acceptsDefaults) {
    this(server, acceptsDefaults ? Elicitation.DEFAULTS : null);
  }

  public Hostile(McpServer server, @Nullable Elicitation elicitation) {
    this.server = server;
    this.servers = new McpServers(List.of(server), options(elicitation, notes));
  }

  public static McpServers.Options options(@Nullable Elicitation elicitation, List<String> notes) {
    return new McpServers.Options(
        (server, requester) -> CommandPolicy.Decision.allowed("a test"),
        System.getenv(),
        1 << 20,
        "1.0",
        elicitation,
        notes::add);
  }

  public static McpServer server(String name, List<String> command) {
    return server(name, command, PATIENCE);
  }

  public static McpServer server(String name, List<String> command, Duration startTimeout) {
    return new McpServer(
        name,
        name,
        "a test",
        false,
        new McpServer.Program(
            command.get(0),
            command.subList(1, command.size()),
            Map.of(),
            Path.of("").toAbsolutePath()),
        false,
        startTimeout,
        null,
        ContentDigest.sha256(String.join(" ", command).getBytes(UTF_8)),
        command.get(0),
        null);
  }

  public static List<String> command(String... modes) {
    return server(HostileServer.class, modes);
  }

  /** The command of a server that is made with the SDK of MCP. */
  public static List<String> sdkServer() {
    return java(SdkServer.class);
  }

  /** The command of a server that needs no other library than the one for JSON. */
  public static List<String> server(Class<?> main, String... arguments) {
    return ServerProgram.of(main, arguments);
  }

  /** Java as tests start it. */
  static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xshare:auto");
  }

  public static List<String> java(Class<?> main, String... arguments) {
    var command = new ArrayList<>(java());
    command.add(ServerProgram.place());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  public McpConnection connect() throws McpException {
    return servers.connect(server, Requester.USER, PATIENCE);
  }

  public String read(String uri) throws McpException {
    return text(connect().readResource(uri, PATIENCE));
  }

  /** The first object of a list in a result. */
  public static Map<String, Object> first(Map<String, Object> result, String field) {
    return result.get(field) instanceof List<?> list ? LenientValues.object(list.get(0)) : Map.of();
  }

  public static String text(Map<String, Object> result) {
    return String.valueOf(first(result, "contents").get("text"));
  }

  /** Closes the pool before the test ends. */
  public void stop() {
    servers.close();
  }

  @Override
  public void close() {
    servers.close();
  }
}
