package dev.attache.cli.config;

import dev.attache.cli.options.TokenOptions;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.ConversationSettings;
import dev.attache.core.Resolver;
import dev.attache.history.ResourceLayout;
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
 * @param resolve in what form results are printed
 * @param serve what the user sets for what is served to clients of MCP
 * @param secrets where the user lets texts hold keys
 * @param agent which model is asked
 * @param tokens how many tokens there may be, and what counts them, by the names of {@link
 *     TokenOptions}
 */
public record Configuration(
    Map<String, Map<String, Object>> sections,
    Map<String, UnaryOperator<String>> places,
    List<String> trust,
    List<String> declared,
    List<String> declaredByWorkspace,
    List<ServerTables> servers,
    ConversationDefaults conversation,
    ResolveSettings resolve,
    ServeSettings serve,
    SecretSettings secrets,
    AgentSettings agent,
    Map<String, Object> tokens) {

  private static final String CONVERSATION = "conversation";
  private static final String ATTACHMENTS = "attachments";
  private static final String RESOLVE = "resolve";
  private static final String PROMPT = "prompt";
  private static final String MCP = "mcp";
  private static final String OUTCOME = "outcome";

  private Configuration() {
    this(
        new LinkedHashMap<>(),
        new HashMap<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ConversationDefaults(),
        new ResolveSettings(),
        new ServeSettings(),
        new SecretSettings(),
        new AgentSettings(),
        new LinkedHashMap<>());
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
    RepositoriesSection.read(all, sections, console);
    sections.put("cmd", CommandSection.read(all.table("cmd"), trust, console));
    ConfigTable files = all.table("file").flag("ignore").flag("hidden");
    files.noteUnknown(console);
    sections.put("file", files.taken());
    ConfigTable talk = all.table(CONVERSATION).texts(ATTACHMENTS);
    conversation.read(talk, schemes, table -> table.noteUnknown(console));
    talk.noteUnknown(console);
    talk.copyTexts(ATTACHMENTS, declared);
    ConfigTable printed = all.table(RESOLVE);
    resolve.read(printed);
    printed.noteUnknown(console);
    prompt(all).noteUnknown(console);
    serve.read(all.table("serve"), sources, console);
    secrets.read(all.table("secrets"), console);
    ConfigTable asked = all.table(AgentSettings.AGENT);
    agent.read(asked, false);
    asked.noteUnknown(console);
    ConfigTable counted = tokens(all);
    counted.noteUnknown(console);
    tokens.putAll(counted.taken());
    ConfigTable mcp = all.table(MCP).flag(OUTCOME);
    addServers(all.file(), false, mcp);
    mcp.noteUnknown(console);
    sections.put(MCP, mcp.taken());
    readHandlers(all, schemes, console);
    all.table(ConfiguredTool.TOOLS); // read when a tool is needed
    all.table(ConfiguredProvider.PROVIDERS); // and these when a model is
    all.noteUnknown(console);
  }

  /** Takes the settings of handlers by others; programs are read when the handlers are. */
  private void readHandlers(ConfigTable all, Set<String> schemes, Console console)
      throws UsageException {
    ConfigTable handlers = all.table(ConfiguredProgram.HANDLERS);
    for (String scheme : schemes) {
      boolean isOwn = sections.containsKey(scheme) || hasSectionOfAnother(scheme);
      if (!isOwn && all.names().contains(scheme)) {
        all.table(scheme);
        console.note(all.subject(scheme) + " is not used; write [handlers." + scheme + "]");
      }
      if (!isOwn && handlers.names().contains(scheme)) {
        ConfigTable table = handlers.table(scheme);
        table.copyTo(sections, scheme);
        places.put(scheme, table::subject);
      }
    }
    for (String name : handlers.names()) {
      if (ConfiguredProgram.isProgram(handlers, name)) {
        handlers.table(name);
      }
    }
    handlers.noteUnknown(console);
  }

  private static boolean hasSectionOfAnother(String scheme) {
    return scheme.equals("https") || RepositoriesSection.SCHEMES.contains(scheme);
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
    ConfigTable printed = all.table(RESOLVE);
    resolve.read(printed);
    ConfigTable prompt = prompt(all);
    String whatToDo =
        ownFile == null
            ? "put it into a file of your own and name that with --config"
            : "put it into your own file: " + ownFile;
    ConfigTable counted = tokens(all);
    tokens.putAll(counted.taken());
    ConfigTable asked = all.table(AgentSettings.AGENT);
    agent.read(asked, true); // a provider that only the workspace has is refused where it is asked
    ConfigTable commands = all.table("cmd");
    ConfigTable repositories = all.table(RepositoriesSection.NAME);
    ConfigTable providers = all.table(ConfiguredProvider.PROVIDERS);
    ConfigTable mcp = all.table(MCP);
    addServers(all.file(), true, mcp); // which need the user's trust
    all.table(ConfiguredTool.TOOLS); // and so do these
    for (ConfigTable table :
        List.of(
            http,
            files,
            talk,
            printed,
            prompt,
            counted,
            asked,
            commands,
            repositories,
            providers,
            mcp,
            all)) {
      table.noteUnused(whatToDo, console);
    }
  }

  /** Takes how prompts look, those of conversations and of {@code attache resolve}. */
  private ConfigTable prompt(ConfigTable all) throws UsageException {
    ConfigTable table =
        all.table(PROMPT)
            .choice(ConversationSettings.RESOURCES, ResourceLayout.words(), ResourceLayout.RULE);
    conversation.readPrompt(table);
    resolve.readPrompt(table);
    return table;
  }

  private static ConfigTable tokens(ConfigTable all) throws UsageException {
    ConfigTable table = all.table("tokens");
    return table
        .tokens(TokenOptions.MAX_TOKENS)
        .choice(TokenOptions.TOKENIZER, TokenOptions.TOKENIZERS, "estimate or o200k");
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
    for (Map.Entry<String, Map<String, Object>> each : sections.entrySet()) {
      UnaryOperator<String> subject = places.get(each.getKey());
      builder.configuration(
          each.getKey(),
          subject == null ? Section.of(each.getValue()) : Section.of(each.getValue(), subject));
    }
    builder.offline(isOffline());
  }

  /** Whether nobody is to be asked over a network. */
  public boolean isOffline() {
    return Boolean.TRUE.equals(section("http").get("offline"));
  }

  /** Whether the answers of servers' tools may be outcomes, which mean what they say. */
  public boolean readsOutcomes() {
    return !Boolean.FALSE.equals(section(MCP).get(OUTCOME));
  }

  /** Returns a section, which may be changed; an empty one if there is none. */
  public Map<String, Object> section(String scheme) {
    Map<String, Object> section = sections.get(scheme);
    if (section == null) {
      section = new LinkedHashMap<>();
      sections.put(scheme, section);
    }
    return section;
  }
}
