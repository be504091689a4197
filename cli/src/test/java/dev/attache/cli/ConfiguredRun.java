package dev.attache.cli;

import dev.attache.cli.options.OptionSpecs;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.RunOptions;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.mcp.McpServer;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What handlers are given when the command is run with some options and some files.
 *
 * @param http the section of the handler for http and https
 * @param other the section of the handler for {@code other}
 * @param cmd the section of the handler for commands
 * @param file the section of the handler for files
 * @param timeout how long one item of http may take
 * @param readsOutcomes whether answers of servers' tools may be outcomes
 * @param err what was said
 */
public record ConfiguredRun(
    Map<String, Object> http,
    Map<String, Object> other,
    Map<String, Object> cmd,
    Map<String, Object> file,
    Duration timeout,
    boolean readsOutcomes,
    String err) {

  private static final McpServer SERVER =
      new McpServer(
          "s",
          "s",
          "a test",
          false,
          new McpServer.Endpoint(URI.create("https://example.org/"), Map.of()),
          false,
          Duration.ofSeconds(1),
          null,
          ContentDigest.sha256(new byte[0]),
          "s",
          null);

  /** Runs nothing but the making of a resolver. */
  public static ConfiguredRun of(Path workspace, Map<String, String> environment, String... line)
      throws UsageException {
    var http = new RecordingHandler(Set.of("http", "https"));
    var other = new RecordingHandler(Set.of("other"));
    var cmd = new RecordingHandler(Set.of("cmd"));
    var file = new RecordingHandler(Set.of("file"));
    var err = new StringWriter();
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintWriter(err, true),
            false,
            false,
            false,
            environment);
    var run = new Run(streams, options(workspace, line));
    Handlers handlers = Handlers.of(HandlerRegistry.of(http, other, cmd, file));
    Resolver resolver = Run.build(run.resolver(handlers));
    try {
      resolver.canonicalize("https://example.org/");
      resolver.canonicalize("other:x");
      resolver.canonicalize("cmd:x");
      resolver.canonicalize("file:x");
    } catch (ResourceException e) {
      throw new AssertionError(e);
    }
    return new ConfiguredRun(
        http.section,
        other.section,
        cmd.section,
        file.section,
        http.timeout,
        run.servers(handlers).bridgeTo(SERVER).readsOutcomes(),
        err.toString());
  }

  private static RunOptions options(Path workspace, String... line) {
    var repeated = new RunOptions.Repeated();
    CommandSpec spec = CommandSpec.create();
    var options = new Options();
    RunOptions.addTo(options, repeated);
    OptionSpecs.add(options, spec);
    var arguments = new ArrayList<>(List.of("--workspace", workspace.toString()));
    arguments.addAll(List.of(line));
    var parsed = new CommandLine(spec).parseArgs(arguments.toArray(String[]::new));
    return new RunOptions(OptionSpecs.arguments(List.of(parsed)), repeated);
  }

  /** Keeps what it was called with. */
  private static final class RecordingHandler implements ResourceHandler {
    private final Set<String> schemes;
    private Map<String, Object> section = Map.of();
    private Duration timeout = Duration.ZERO;

    RecordingHandler(Set<String> schemes) {
      this.schemes = schemes;
    }

    @Override
    public Set<String> schemes() {
      return schemes;
    }

    @Override
    public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
      section = context.configuration().values();
      timeout = context.timeout();
      return uri;
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      return List.of();
    }
  }
}
