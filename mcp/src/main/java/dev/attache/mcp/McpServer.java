package dev.attache.mcp;

import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server of the Model Context Protocol as somebody defined it. Immutable.
 *
 * @param name what it is called where it is defined
 * @param alias what it is called in addresses, {@code mcp+ALIAS+URI}: the name, where a URI scheme
 *     can hold it (RFC 3986, section 3.1), else one that is made from it; unique among the servers
 *     of a run
 * @param origin the file that defines it, or the option, for people
 * @param needsTrust whether it needs the user's trust even if the user asks for it: a project
 *     defines it, or the workspace decides where or what the program is that a definition of the
 *     user names
 * @param way how it is reached; null if {@code problem} is not
 * @param isDisabled whether it must not be used
 * @param startTimeout how long it may take until it has answered for the first time
 * @param requestTimeout how long it may take to answer a request; null leaves it to who asks
 * @param digest the identity of the definition as it is written, variables unexpanded, and of the
 *     directory it is for: what trust is given to
 * @param label what is started or connected to, for people, without its secrets
 * @param written how it is reached as the definition says it, its variables as they are written
 * @param problem why it cannot be used and what to do, lower case; null if nothing is wrong
 * @param tools what the user has set for its tools
 */
public record McpServer(
    String name,
    String alias,
    String origin,
    boolean needsTrust,
    @Nullable Way way,
    boolean isDisabled,
    Duration startTimeout,
    @Nullable Duration requestTimeout,
    ContentDigest digest,
    String label,
    Written written,
    @Nullable String problem,
    Tools tools) {

  /**
   * Creates a server that was made otherwise than from a text, and so has no other form.
   *
   * @param name what it is called where it is defined
   * @param alias what it is called in addresses
   * @param origin the file that defines it, or the option, for people
   * @param needsTrust whether it needs the user's trust even if the user asks for it
   * @param way how it is reached; null if {@code problem} is not
   * @param isDisabled whether it must not be used
   * @param startTimeout how long it may take until it has answered for the first time
   * @param requestTimeout how long it may take to answer a request; null leaves it to who asks
   * @param digest the identity of the definition, which trust is given to
   * @param label what is started or connected to, for people, without its secrets
   * @param problem why it cannot be used and what to do, lower case; null if nothing is wrong
   */
  public McpServer(
      String name,
      String alias,
      String origin,
      boolean needsTrust,
      @Nullable Way way,
      boolean isDisabled,
      Duration startTimeout,
      @Nullable Duration requestTimeout,
      ContentDigest digest,
      String label,
      @Nullable String problem) {
    this(
        name,
        alias,
        origin,
        needsTrust,
        way,
        isDisabled,
        startTimeout,
        requestTimeout,
        digest,
        label,
        Written.of(way, label),
        problem,
        Tools.NONE);
  }

  /**
   * {@return the same server with other limits of time, for its start and for each answer}
   *
   * @param timeout for the start, and for each answer by itself
   */
  public McpServer within(Duration timeout) {
    return new McpServer(
        name,
        alias,
        origin,
        needsTrust,
        way,
        isDisabled,
        timeout,
        timeout,
        digest,
        label,
        written,
        problem,
        tools);
  }

  /**
   * What the user has set for the tools of a server.
   *
   * @param knowWorkspace whether they are told where the workspace is, even if the server may run
   *     elsewhere
   * @param preferStructured whether models are given structured content in place of the blocks
   *     beside it
   * @param permission whether models may call them
   * @param options what each is given with a call, by its name
   */
  public record Tools(
      boolean knowWorkspace,
      boolean preferStructured,
      Permission permission,
      Map<String, Map<String, Object>> options) {

    /** Nothing. */
    public static final Tools NONE = new Tools(false, false, Permission.ASK, Map.of());

    /**
     * Takes a copy of the options.
     *
     * @param knowWorkspace whether tools are told where the workspace is
     * @param preferStructured whether models are given structured content in place of the blocks
     *     beside it
     * @param permission whether models may call them
     * @param options what each is given with a call, by its name
     */
    public Tools {
      options = Map.copyOf(options);
    }
  }

  /** A rule for calls of models. */
  public enum Permission {
    /** The user is asked. */
    ASK,
    /** They may call what only reads, as the server says of it; of the rest the user is asked. */
    ALLOW,
    /** They may call nothing. */
    DENY
  }

  /**
   * How a server is reached as its definition says it.
   *
   * @param connects whether it is connected to; else it is started
   * @param lines all of it, for who has to decide whether it may be used, a line each: no variable
   *     is expanded, and what is called a secret is not shown
   */
  public record Written(boolean connects, List<String> lines) {

    /**
     * Takes a copy of the lines.
     *
     * @param connects whether it is connected to; else it is started
     * @param lines all of it, a line each, variables unexpanded and secrets hidden
     */
    public Written {
      lines = List.copyOf(lines);
    }

    private static Written of(@Nullable Way way, String label) {
      boolean connects = way instanceof Endpoint;
      return new Written(connects, List.of((connects ? "connects to " : "starts ") + label));
    }
  }

  /** {@return whether it can be used, whatever a policy says of it} */
  public boolean isUsable() {
    return !isDisabled && problem == null && way != null;
  }

  /**
   * Requires that it can be used, whatever a policy says of it.
   *
   * @throws McpException of kind {@code UNUSABLE} if it is disabled, or its definition is wrong
   */
  public void requireUsable() throws McpException {
    String who = "the MCP server " + name;
    if (isDisabled) {
      throw new McpException(McpException.Kind.UNUSABLE, who + " is disabled in " + origin, null);
    }
    if (!isUsable()) {
      throw new McpException(
          McpException.Kind.UNUSABLE, who + " (" + origin + ") cannot be used: " + problem, null);
    }
  }

  /** How a server is reached. */
  public sealed interface Way permits Program, Endpoint {}

  /**
   * A program that is started and spoken to on its standard streams.
   *
   * @param command the program as it is written: a name, which is looked up, or a path
   * @param arguments what it is given
   * @param environment the variables it is given besides those that every server is
   * @param environmentFile the file of more variables, over which {@code environment} wins; null if
   *     there is none. It is read when the server is started, and not before that may be
   * @param directory where it runs: absolute
   */
  public record Program(
      String command,
      List<String> arguments,
      Map<String, String> environment,
      @Nullable EnvironmentFile environmentFile,
      Path directory)
      implements Way {

    /**
     * Creates a program that has no file of variables.
     *
     * @param command the program as it is written: a name, which is looked up, or a path
     * @param arguments what it is given
     * @param environment the variables it is given besides those that every server is
     * @param directory where it runs: absolute
     */
    public Program(
        String command, List<String> arguments, Map<String, String> environment, Path directory) {
      this(command, arguments, environment, null, directory);
    }

    /**
     * Takes copies of the arguments and the variables.
     *
     * @param command the program as it is written: a name, which is looked up, or a path
     * @param arguments what it is given
     * @param environment the variables it is given besides those that every server is
     * @param environmentFile the file of more variables; null if there is none
     * @param directory where it runs: absolute
     */
    public Program {
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }
  }

  /** A file of variables. */
  @FunctionalInterface
  public interface EnvironmentFile {

    /**
     * Reads the variables.
     *
     * @return the variables by their names, as they are now
     * @throws IOException if that cannot be done; the message is meant for people
     */
    Map<String, String> read() throws IOException;
  }

  /**
   * An endpoint of the streamable HTTP transport.
   *
   * @param url the endpoint: {@code http} or {@code https}, without user info
   * @param headers what is sent with every request, by name, in order
   */
  public record Endpoint(URI url, Map<String, String> headers) implements Way {}
}
