package dev.attache.mcp.stdio;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer.Program;
import dev.attache.mcp.session.MessageTransport;
import dev.attache.mcp.session.ServerLink;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.support.process.ChildProcess;
import dev.attache.support.process.PlatformText;
import dev.attache.support.process.ProgramPath;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The way to a server that is a program: started here, spoken to on its standard streams. */
public final class StdioLink implements ServerLink {

  private final String name;
  private final Program program;
  private final Map<String, String> environment;
  private final int limit;
  private final StrayOutput noise;
  private volatile Runnable closed = () -> {};
  private volatile boolean isClosed;
  private volatile @Nullable ServerProcess process;
  private @Nullable LineTransport transport;

  /**
   * @param environment the variables of this process, of which the server is given few
   * @param limit how many bytes a line of the server may have
   */
  public StdioLink(
      String name, Program program, Map<String, String> environment, int limit, StrayOutput noise) {
    this.name = name;
    this.program = program;
    this.environment = environment;
    this.limit = limit;
    this.noise = noise;
  }

  @Override
  public synchronized MessageTransport open(Era era) throws McpException {
    LineTransport known = transport;
    if (known != null && isOpen()) {
      return known;
    }
    if (isClosed) {
      throw explain(new ClosedChannelException(), "initialize");
    }
    var started = new ServerProcess(start(), () -> closed.run());
    var opened = new LineTransport(name, started, limit, noise);
    process = started;
    transport = opened;
    if (isClosed) { // while it was being started
      started.close(true);
      throw explain(new ClosedChannelException(), "initialize");
    }
    return opened;
  }

  /** The variables of the process; those of a file are read only now, where it may be used. */
  private Map<String, String> variables() throws McpException {
    var own = new HashMap<String, String>();
    if (program.environmentFile() != null) {
      try {
        own.putAll(program.environmentFile().read());
      } catch (IOException e) {
        throw cannotStart(String.valueOf(e.getMessage()), e);
      }
    }
    own.putAll(program.environment());
    return ServerEnvironment.of(environment, own);
  }

  private ChildProcess start() throws McpException {
    Path directory = program.directory();
    if (!Files.isDirectory(directory)) {
      throw cannotStart("the directory " + directory + " does not exist", null);
    }
    Map<String, String> variables = variables();
    String fault = PlatformText.faultOfArguments(program.arguments());
    fault = fault == null ? PlatformText.faultOfVariables(variables) : fault;
    if (fault != null) {
      throw cannotStart(fault, null);
    }
    try {
      Path file =
          ProgramPath.find(
              "mcp:" + name, program.command(), ServerEnvironment.searchPath(variables), directory);
      return ChildProcess.start(
          new ChildProcess.Start(
              program.command(), file, program.arguments(), directory, variables, Redirect.PIPE));
    } catch (IOException e) {
      throw cannotStart(String.valueOf(e.getMessage()), e);
    }
  }

  private McpException cannotStart(String why, @Nullable Throwable cause) {
    return new McpException(
        Kind.UNREACHABLE, "the MCP server " + name + " cannot be started: " + why, cause);
  }

  @Override
  public void onClosed(Runnable closed) {
    this.closed = closed;
  }

  @Override
  public boolean isOpen() {
    ServerProcess known = process;
    return known != null && known.isOpen() && !isClosed;
  }

  @Override
  public McpException explain(Throwable thrown, String method) {
    ServerProcess known = process;
    if (thrown instanceof LineTransport.StalledException) {
      return new McpException(
          Kind.TIMEOUT, "the MCP server " + name + " does not read its standard input", thrown);
    }
    if (!(thrown instanceof ClosedChannelException)) {
      return new McpException(
          Kind.INVALID,
          "the MCP server " + name + " cannot be asked for " + method + ": " + thrown.getMessage(),
          thrown);
    }
    String failure = known == null || isClosed ? null : known.startFailure();
    return failure != null
        ? cannotStart(failure, thrown)
        : new McpException(
            Kind.CLOSED,
            "the MCP server "
                + name
                + " did not answer "
                + method
                + ": it "
                + (known == null || isClosed ? "was closed" : known.obituary()),
            thrown);
  }

  @Override
  public void close(boolean isHurried) {
    isClosed = true;
    ServerProcess known = process;
    if (known != null) {
      closed.run();
      known.close(isHurried);
    }
  }
}
