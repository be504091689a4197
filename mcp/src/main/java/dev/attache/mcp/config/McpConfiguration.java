package dev.attache.mcp.config;

import dev.attache.mcp.McpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The servers that somebody configured, for one workspace. Immutable.
 *
 * <p>The first definition of a name counts, and they come in this order: files that the user names,
 * the user's own tables, the tables of the workspace, its {@code .mcp.json}, its {@code
 * .vscode/mcp.json}. In all JSON files {@code mcpServers} and {@code servers} are read, comments
 * and trailing commas passed over, and {@code inputs} known; other keys are others' and ignored.
 *
 * <p>A definition has {@code command}, {@code args}, {@code env}, {@code envFile} and {@code cwd},
 * or {@code url} and {@code headers}; {@code type} (or {@code transport}) {@code stdio} or {@code
 * http} where that leaves doubts; {@code disabled}; and, in milliseconds as other clients have it,
 * {@code timeout} (of a request) and {@code startupTimeout}. Our tables may have {@code
 * request-timeout} and {@code start-timeout} instead, in seconds. A path that is relative starts at
 * the directory of the file, if that is the user's, or else at the workspace; that of a command
 * starts at {@code cwd}. Of a pipe it is the user's home.
 *
 * @param servers all servers in the order of their definition, those included that cannot be used;
 *     each name and each alias is there once
 * @param warnings what was not taken as it is written: a second definition of a name, a name that
 *     nobody could write, or that is another server's alias, an unknown key of our own format, a
 *     time in milliseconds that is less than a second and was meant as seconds
 * @param errors what of the project's files cannot be used at all, a line each, with its place
 */
public record McpConfiguration(
    List<McpServer> servers, List<Warning> warnings, List<String> errors) {

  /**
   * What was not taken as it is written.
   *
   * @param server the name of the server that it is about
   * @param message a line, with its place
   */
  public record Warning(String server, String message) {}

  private static final List<String> PROJECT_FILES = List.of(".mcp.json", ".vscode/mcp.json");

  /**
   * Takes copies of the lists.
   *
   * @param servers all servers in the order of their definition
   * @param warnings what was not taken as it is written
   * @param errors what of the project's files cannot be used at all
   */
  public McpConfiguration {
    servers = List.copyOf(servers);
    warnings = List.copyOf(warnings);
    errors = List.copyOf(errors);
  }

  /**
   * Begins with nothing but the workspace.
   *
   * @param workspace the directory whose files are read
   * @param environment the variables that definitions may name; {@code HOME} is the user's home
   * @return a builder without files and tables
   */
  public static Builder builder(Path workspace, Map<String, String> environment) {
    return new Builder(workspace, environment);
  }

  /** What a configuration is made from. Not thread-safe. */
  public static final class Builder {

    private final Path workspace;
    private final Map<String, String> environment;
    private final List<Path> files = new ArrayList<>();
    private final Map<String, Map<String, ?>> userTables = new LinkedHashMap<>();
    private final Map<String, Map<String, ?>> projectTables = new LinkedHashMap<>();

    Builder(Path workspace, Map<String, String> environment) {
      this.workspace = workspace;
      this.environment = Map.copyOf(environment);
    }

    /**
     * Adds a file that the user names, {@code --mcp-config}; it counts as the user's own.
     *
     * @param file a JSON file, of which relative paths start in its directory; it has to be there
     * @return this builder
     */
    public Builder file(Path file) {
      files.add(file);
      return this;
    }

    /**
     * Adds the tables {@code [mcp.servers.NAME]} of the user's own configuration.
     *
     * @param file its path, as people know it; relative paths start in its directory
     * @param servers the tables by the names of the servers, in order, unchecked
     * @return this builder
     */
    public Builder userTables(String file, Map<String, ?> servers) {
      userTables.put(file, servers);
      return this;
    }

    /**
     * Adds those of the workspace's {@code .attache/config.toml}, as those of the user.
     *
     * @param label its path, as people know it
     * @param servers the tables by the names of the servers, in order, unchecked
     * @return this builder
     */
    public Builder projectTables(String label, Map<String, ?> servers) {
      projectTables.put(label, servers);
      return this;
    }

    /**
     * Reads the files, the workspace's {@code .mcp.json} and {@code .vscode/mcp.json} among them.
     * The order of the calls before matters among files only.
     *
     * @return the servers, and what is wrong with the files of the workspace
     * @throws IOException if a file that the user names cannot be used; its message names the file,
     *     and where it is torn, and is meant for people
     */
    public McpConfiguration load() throws IOException {
      var warnings = new ArrayList<Warning>();
      var errors = new ArrayList<String>();
      Path root = root();
      var sources = new DefinitionFiles((name, text) -> warnings.add(new Warning(name, text)));
      for (Path file : files) {
        String label = file.toString();
        DefinitionBase base = DefinitionBase.of(file, DefinitionBase.Kind.NAMED_FILE, environment);
        sources.addJson(label, SourceText.ofUser(file, label), base, true);
      }
      userTables.forEach((file, tables) -> sources.addTables(file, tables, own(file)));
      DefinitionBase project = DefinitionBase.ofWorkspace(root);
      projectTables.forEach((label, tables) -> sources.addTables(label, tables, project));
      for (String label : PROJECT_FILES) {
        addProjectFile(root, label, sources, errors);
      }
      return new McpConfiguration(servers(root, sources, warnings), warnings, errors);
    }

    private DefinitionBase own(String file) {
      return DefinitionBase.of(Path.of(file), DefinitionBase.Kind.CONFIGURATION, environment);
    }

    /** The directory itself, by whatever links it is named: trust is given for it. */
    private Path root() {
      try {
        return workspace.toRealPath();
      } catch (IOException e) {
        return workspace.toAbsolutePath().normalize();
      }
    }

    private void addProjectFile(
        Path root, String label, DefinitionFiles sources, List<String> errors) {
      try {
        String text = isNamed(root.resolve(label)) ? null : SourceText.ofProject(root, label);
        if (text != null) {
          sources.addJson(label, text, DefinitionBase.ofWorkspace(root), false);
        }
      } catch (IOException e) {
        errors.add(e.getMessage());
      }
    }

    /** Whether the user names a project's file, which then is the user's, and read already. */
    private boolean isNamed(Path projectFile) throws IOException {
      for (Path file : files) {
        if (Files.exists(projectFile) && Files.isSameFile(file, projectFile)) {
          return true;
        }
      }
      return false;
    }

    private List<McpServer> servers(Path root, DefinitionFiles sources, List<Warning> warnings) {
      List<ServerDefinition> definitions = sources.definitions();
      List<String> aliases =
          Aliases.of(definitions, (name, text) -> warnings.add(new Warning(name, text)));
      var reader =
          new ServerReader(
              root, environment, (name, text) -> warnings.add(new Warning(name, text)));
      var servers = new ArrayList<McpServer>();
      for (int i = 0; i < definitions.size(); i++) {
        servers.add(reader.read(definitions.get(i), aliases.get(i)));
      }
      return servers;
    }
  }
}
