package dev.attache.cli.config;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.handlers.cmd.ProgramTool;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolResponseJson.Canonicalizer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that a table {@code [tools.NAME]} makes a tool.
 *
 * @param definition the program, checked
 * @param answers what is set for its questions
 * @param permission whether a model may call it
 * @param isOfWorkspace whether the file came with the workspace: then the user's trust is needed
 * @param file the configuration file, as people know it
 */
public record ConfiguredTool(
    ProgramTool.Definition definition,
    ConfiguredAnswers answers,
    ToolPermission permission,
    boolean isOfWorkspace,
    String file) {

  /** What the URI of a tool begins with, by which trust and messages name it. */
  public static final String SCHEME = "tool:";

  /** The table of the tables. */
  static final String TOOLS = "tools";

  static final String COMMAND = "command";

  private static final String DESCRIPTION = "description";
  private static final String SCHEMA = "schema";
  private static final String OPTIONS = "options";

  /** What a tool takes that says nothing of it: any object. */
  private static final Map<String, Object> ANY = Map.of("type", "object");

  /**
   * Reads the tables of a file, in their order.
   *
   * @param workspace the directory of the workspace
   */
  public static List<ConfiguredTool> readAll(
      ConfigTable file, Path workspace, boolean isOfWorkspace, Console console)
      throws UsageException {
    ConfigTable tables = file.table(TOOLS);
    var tools = new ArrayList<ConfiguredTool>();
    for (String name : tables.names()) {
      if (!Tool.NAME.matcher(name).matches()) {
        throw tables.wrongName(name, "must have 1 to 64 letters, digits, _ and -");
      }
      ConfigTable table = tables.table(name);
      if (ServerToolSettings.isOne(name, table)) {
        if (isOfWorkspace) {
          console.note(tables.subject(name) + " is not used; " + ServerToolSettings.REMEDY);
        }
        continue;
      }
      tools.add(read(name, table, workspace, isOfWorkspace, console));
      table.noteUnknown(console);
    }
    return tools;
  }

  private static ConfiguredTool read(
      String name, ConfigTable table, Path workspace, boolean isOfWorkspace, Console console)
      throws UsageException {
    CommandSection.readLimits(table);
    var settings = new LinkedHashMap<>(table.taken());
    table
        .texts(COMMAND)
        .text(DESCRIPTION)
        .take(
            SCHEMA,
            "a JSON Schema as a table, or the name of a JSON file that has one",
            value ->
                value instanceof Map || (value instanceof String s && !s.isBlank()) ? value : null)
        .choice(ToolPermission.KEY, ToolPermission.WORDS, ToolPermission.WORDS_IN_WORDS);
    if (!table.taken().containsKey(COMMAND)) {
      throw table.missing(COMMAND, "the program and its arguments");
    }
    var words = new ArrayList<String>();
    table.copyTexts(COMMAND, words);
    requireCommand(table, words, isOfWorkspace);
    var definition =
        new ProgramTool.Definition(
            name,
            table.taken().get(DESCRIPTION) instanceof String text ? text : "",
            words,
            schema(table, workspace, isOfWorkspace),
            table.table(OPTIONS).unchecked(),
            settings);
    return new ConfiguredTool(
        definition,
        ConfiguredAnswers.of(table, console),
        permission(table, isOfWorkspace, console),
        isOfWorkspace,
        table.file());
  }

  private static Map<String, Object> schema(
      ConfigTable table, Path workspace, boolean isOfWorkspace) throws UsageException {
    if (table.taken().get(SCHEMA) instanceof String name) {
      Path file = isOfWorkspace ? workspace.resolve(table.file()) : Path.of(table.file());
      var schema = new ToolSchemaFile(table, SCHEMA, file.toAbsolutePath().resolveSibling(""));
      return isOfWorkspace ? schema.readWithin(workspace, name) : schema.read(name);
    }
    Map<String, Object> inline = table.table(SCHEMA).unchecked();
    return inline.isEmpty() ? ANY : inline;
  }

  /** Whoever wrote a workspace's file is not the one who can let a model run something. */
  private static ToolPermission permission(
      ConfigTable table, boolean isOfWorkspace, Console console) {
    ToolPermission permission = ToolPermission.of(table.taken().get(ToolPermission.KEY));
    if (isOfWorkspace && permission == ToolPermission.ALLOW) {
      console.note(
          table.subject(ToolPermission.KEY)
              + " is taken as \"ask\"; only your own file can allow a tool");
      return ToolPermission.ASK;
    }
    return permission;
  }

  private static void requireCommand(ConfigTable table, List<String> words, boolean isOfWorkspace)
      throws UsageException {
    try {
      ProgramTool.requireCommand(words, isOfWorkspace);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      throw table.wrong(COMMAND, message.substring(COMMAND.length() + 1));
    }
  }

  public String name() {
    return definition.name();
  }

  /** The command line for people, without its secrets. */
  public String label() {
    return ShellWords.join(Redaction.redactArguments(definition.command()));
  }

  /** The URI by which trust and messages name it. */
  public ResourceUri uri() {
    return ResourceUri.of(SCHEME + name());
  }

  /** How long it may run unless the user says otherwise. */
  public Duration timeout() {
    return ProgramTool.timeout(definition);
  }

  /**
   * Returns the tool itself.
   *
   * @param workspace the directory that it runs in, absolute and free of symlinks
   * @param policy the answer to whether it may run
   * @param maxBytes how many bytes of its output are kept
   */
  public Tool tool(
      Path workspace, CommandPolicy policy, long maxBytes, Canonicalizer canonicalizer) {
    return program(workspace, policy, maxBytes, canonicalizer);
  }

  /**
   * Returns what it starts, with what stands in braces as it stands there.
   *
   * @throws ResourceException if there is no such program
   */
  public Invocation invocation(Path workspace, CommandPolicy policy) throws ResourceException {
    return program(workspace, policy, 0, Canonicalizer.AS_GIVEN).invocation();
  }

  private ProgramTool program(
      Path workspace, CommandPolicy policy, long maxBytes, Canonicalizer canonicalizer) {
    Requester requester = isOfWorkspace ? Requester.WORKSPACE : Requester.USER;
    return ProgramTool.of(
        definition, new ProgramTool.Place(workspace, policy, requester, maxBytes, canonicalizer));
  }
}
