package dev.attache.handlers.cmd.run;

import dev.attache.handlers.cmd.git.GitGuard;
import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Invocation;
import dev.attache.support.process.PlatformText;
import dev.attache.support.process.ProgramPath;
import dev.attache.support.process.SearchPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The things to know before a command can be started: its environment, and which file it is. */
public final class Preparation {

  private final CommandSettings settings;
  private final SearchPath path;
  private final Map<String, String> environment;

  /**
   * @param parent the environment variables of this process
   */
  public Preparation(Map<String, String> parent, HandlerContext context) {
    this(parent, CommandSettings.of(context.configuration().values()));
  }

  /**
   * @param parent the environment variables of this process
   */
  public Preparation(Map<String, String> parent, CommandSettings settings) {
    this.settings = settings;
    this.environment = CommandEnvironment.of(parent, settings.environment());
    this.path = searchPath(parent.getOrDefault("PATH", ""), environment.get("PATH"));
  }

  /** The path that a command has, and what of this process's path is not in it. */
  private static SearchPath searchPath(String own, @Nullable String ofCommand) {
    SearchPath path = SearchPath.of(own);
    return ofCommand == null || ofCommand.equals(path.text()) ? path : SearchPath.of(ofCommand);
  }

  public CommandSettings settings() {
    return settings;
  }

  /** The environment variables of the command. */
  Map<String, String> environment() {
    return environment;
  }

  /** Those of them that the user passes on, or sets. */
  public PassedValues secrets() {
    return PassedValues.of(settings.environment(), environment);
  }

  /** The git that a command is, or would find; null if there is none. */
  @Nullable Path git(Invocation invocation) {
    if (GitGuard.isGit(invocation.path())) {
      return invocation.path();
    }
    try {
      return ProgramPath.find("", "git", path, invocation.directory());
    } catch (ResourceException e) {
      return null;
    }
  }

  /**
   * Finds out what starting a command would start.
   *
   * @param resource what the command is started for
   * @throws ResourceException {@code NOT_FOUND} if there is no such program or directory; {@code
   *     FAILED} if the program cannot be given what the command gives it
   */
  public Invocation invocation(ResourceUri resource, CommandUri command) throws ResourceException {
    String uri = resource.value();
    Path directory = command.directory();
    if (!Files.isDirectory(directory)) {
      throw ResourceException.of(
          Kind.NOT_FOUND, uri, "no such directory: " + command.relativeDirectory());
    }
    requireSpeakable(uri, PlatformText.faultOfArguments(command.arguments()));
    requireSpeakable(uri, PlatformText.faultOfVariables(environment));
    Path program = ProgramPath.find(uri, command.program(), path, directory);
    return new Invocation(command.program(), program, command.arguments(), directory);
  }

  /** What stands for the start of a program that there is not, so that consent can be asked for. */
  Invocation missing(CommandUri command) {
    Path directory = command.directory();
    return new Invocation(
        command.program(), directory.resolve(command.program()), command.arguments(), directory);
  }

  private static void requireSpeakable(String uri, @Nullable String fault)
      throws ResourceException {
    if (fault != null) {
      throw ResourceException.of(Kind.FAILED, uri, fault);
    }
  }
}
