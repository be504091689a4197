package dev.attache.cli.config;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.resource.spi.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The content of the configuration files: the user's own, and over it what of the workspace's is
 * harmless.
 *
 * @param sections of each handler what somebody set, in order, by scheme; may be changed
 * @param places where the settings of handlers by others are, by scheme: what a message about a key
 *     begins with
 * @param trust the commands that the user lets run whoever asks
 * @param declared what the user declares to be attached
 * @param declaredByWorkspace what the workspace does
 * @param servers the servers of MCP that the files define
 * @param conversation what is set for every conversation
 * @param serve what the user sets for what is served to clients of MCP
 * @param secrets where the user lets texts hold keys
 */
public record Configuration(
    Map<String, Map<String, Object>> sections,
    Map<String, UnaryOperator<String>> places,
    List<String> trust,
    List<String> declared,
    List<String> declaredByWorkspace,
    List<ServerTables> servers,
    ConversationDefaults conversation,
    ServeSettings serve,
    SecretSettings secrets) {

  private static final String CONVERSATION = "conversation";
  private static final String ATTACHMENTS = "attachments";
  private static final String MCP = "mcp";

  private Configuration() {
    this(
        new LinkedHashMap<>(),
        new HashMap<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ConversationDefaults(),
        new ServeSettings(),
        new SecretSettings());
  }

  /**
   * Checks the configuration of the user and of a workspace.
   *
   * @param schemes those that have a handler, or would have one, and so may have a section
   * @param programs what has its section where it is defined
   */
  public static Configuration of(
      ConfigFiles files, Set<String> schemes, List<ConfiguredProgram> programs, Console console)
      throws UsageException {
    var configuration = new Configuration();
    for (ConfiguredProgram program : programs) {
      program.table().noteUnknown(console);
      for (String scheme : program.handler().schemes()) {
        configuration.section(scheme).putAll(program.section());
      }
    }
    if (files.own() != null) {
      var sources = new AttachSources(schemes, programs);
      configuration.read(files.own(), schemes, sources, console);
    }
    if (files.ofWorkspace() != null) {
      configuration.readWorkspace(files.ofWorkspace(), schemes, files.ownPlace(), console);
    }
    return configuration;
  }

  private void read(ConfigTable all, Set<String> schemes, AttachSources sources, Console console)
      throws UsageException {
    sections.put("http", HttpSection.read(all.table("http"), console));
    sections.put("cmd", CommandSection.read(all.table("cmd"), trust, console));
    ConfigTable files = all.table("file").flag("ignore").flag("hidden");
    files.noteUnknown(console);
    sections.put("file", files.taken());
    ConfigTable talk = all.table(CONVERSATION).texts(ATTACHMENTS);
    conversation.read(talk, schemes, table -> table.noteUnknown(console));
    talk.noteUnknown(console);
    talk.copyTexts(ATTACHMENTS, declared);
    serve.read(all.table("serve"), sources, console);
    secrets.read(all.table("secrets"), console);
    ConfigTable mcp = all.table(MCP);
    addServers(all.file(), false, mcp);
    mcp.noteUnknown(console);
    sections.put(MCP, mcp.taken());
    all.table(ConfiguredProgram.HANDLERS); // which is read when the handlers are
    for (String scheme : schemes) {
      if (!sections.containsKey(scheme) && !scheme.equals("https")) { // which has http's
        ConfigTable table = all.table(scheme);
        table.copyTo(sections, scheme);
        places.put(scheme, table::subject);
      }
    }
    all.noteUnknown(console);
  }

  /** Takes what can do no harm, whoever wrote it; what can is the user's to say. */
  private void readWorkspace(
      ConfigTable all, Set<String> schemes, @Nullable String ownFile, Console console)
      throws UsageException {
    ConfigTable http = HttpSection.readHarmless(all.table("http"));
    ConfigTable files = all.table("file").flag("ignore").flag("hidden");
    ConfigTable talk = all.table(CONVERSATION).texts(ATTACHMENTS);
    conversation.read(talk, schemes, table -> table.noteUnknown(console));
    section("http").putAll(http.taken());
    section("file").putAll(files.taken());
    talk.copyTexts(ATTACHMENTS, declaredByWorkspace);
    String whatToDo =
        ownFile == null
            ? "put it into a file of your own and name that with --config"
            : "put it into your own file: " + ownFile;
    ConfigTable commands = all.table("cmd");
    ConfigTable mcp = all.table(MCP);
    addServers(all.file(), true, mcp); // which need the user's trust
    for (ConfigTable table : List.of(http, files, talk, commands, mcp, all)) {
      table.noteUnused(whatToDo, console);
    }
  }

  /** Takes the tables of servers as they are; they are checked if a server is needed. */
  private void addServers(String file, boolean isOfWorkspace, ConfigTable mcp)
      throws UsageException {
    Map<String, Object> byName = mcp.table("servers").unchecked();
    if (!byName.isEmpty()) {
      servers.add(new ServerTables(file, isOfWorkspace, byName));
    }
  }

  /** Hands each handler its section, with the places of its settings where they are known. */
  public void addTo(Resolver.Builder builder) {
    sections.forEach(
        (scheme, values) ->
            builder.configuration(
                scheme, Section.of(values, places.getOrDefault(scheme, key -> key))));
    builder.offline(isOffline());
  }

  /** Whether nobody is to be asked over a network. */
  public boolean isOffline() {
    return Boolean.TRUE.equals(section("http").get("offline"));
  }

  /** Returns a section, which may be changed; an empty one if there is none. */
  public Map<String, Object> section(String scheme) {
    return sections.computeIfAbsent(scheme, s -> new LinkedHashMap<>());
  }
}
