package dev.attache.cli.config;

import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.ConversationSettings;
import dev.attache.delivery.DedupOverrides;
import dev.attache.delivery.DedupRules;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.ConversationSummary;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.TextForm;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The settings that the tables {@code [conversation]} and {@code [prompt]} of the configuration
 * files set for every conversation: the user's, and over it the workspace's, which can do no harm.
 * Values are checked.
 *
 * @param general by name, as {@code attache conversation set} has it: {@code refresh}, {@code
 *     dedup.min-bytes}
 * @param tools the rules of single tools, by their names
 * @param handlers those of single handlers
 */
public record ConversationDefaults(
    Map<String, Object> general,
    Map<String, Map<String, Object>> tools,
    Map<String, Map<String, Object>> handlers) {

  private static final String DEDUP = "dedup";

  public ConversationDefaults() {
    this(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /**
   * Takes what a file sets over what is set; the table may be asked what else is in it.
   *
   * @param schemes those that have a handler
   */
  void read(ConfigTable conversation, Set<String> schemes, Unused unused) throws UsageException {
    take(conversation, "");
    ConfigTable dedup = readTable(conversation, DEDUP);
    ConfigTable cache = readTable(conversation, "cache");
    ConfigTable byTool = dedup.table("tools");
    readEach(byTool, byTool.names(), tools, unused);
    ConfigTable byHandler = dedup.table("handlers");
    readEach(byHandler, sources(schemes), handlers, unused);
    unused.note(byHandler);
    unused.note(dedup);
    unused.note(cache);
    requireDearWriting(cache);
    conversation
        .taken()
        .forEach(
            (name, value) -> {
              if (ConversationSettings.names().contains(name)) {
                general.merge(name, value, (old, now) -> over(name, old, now));
              }
            });
  }

  /** Takes what {@code [prompt]} sets over what is set. */
  void readPrompt(ConfigTable checked) {
    general.putAll(checked.taken());
  }

  /** What is left out costs a write; were that no dearer than reading, all would be left out. */
  private void requireDearWriting(ConfigTable cache) throws UsageException {
    SupersededSettings prices = superseded();
    if (prices.read() <= prices.write()) {
      return;
    }
    throw cache.taken().containsKey("read")
        ? cache.wrong(
            "read", "(" + prices.read() + ") must not be above write (" + prices.write() + ")")
        : cache.wrong(
            "write", "(" + prices.write() + ") must not be below read (" + prices.read() + ")");
  }

  /** What says which settings of a table mean nothing. */
  @FunctionalInterface
  interface Unused {
    void note(ConfigTable table);
  }

  /** The handlers as sources name them: {@code http} reads what is https, too. */
  private static Set<String> sources(Set<String> schemes) {
    var sources = new LinkedHashSet<>(List.of("file", "http", "cmd", "mcp"));
    sources.addAll(schemes);
    sources.remove("https");
    return sources;
  }

  private ConfigTable readTable(ConfigTable conversation, String name) throws UsageException {
    ConfigTable table = conversation.table(name);
    take(table, name + ".");
    table.taken().forEach((key, value) -> general.put(name + "." + key, value));
    return table;
  }

  /** Takes the settings whose names are a prefix and one more word. */
  private static void take(ConfigTable table, String prefix) throws UsageException {
    for (String name : ConversationSettings.names()) {
      boolean isOfPrompt = name.equals(ConversationSettings.RESOURCES); // which has its own table
      if (name.startsWith(prefix) && name.indexOf('.', prefix.length()) < 0 && !isOfPrompt) {
        table.take(
            name.substring(prefix.length()),
            ConversationSettings.rule(name),
            value -> ConversationSettings.read(name, value));
      }
    }
  }

  private static void readEach(
      ConfigTable tables, Set<String> known, Map<String, Map<String, Object>> all, Unused unused)
      throws UsageException {
    for (String name : known) {
      ConfigTable table = tables.table(name);
      take(table, DEDUP + ".");
      unused.note(table);
      if (!table.taken().isEmpty()) {
        all.computeIfAbsent(name, n -> new LinkedHashMap<>()).putAll(table.taken());
      }
    }
  }

  /** When references take the place of contents. */
  public DedupSettings dedup() {
    var configured =
        new DedupSettings(
            overrides(general, DEDUP + ".").over(DedupRules.DEFAULT), each(tools), each(handlers));
    Object refresh = general.get(ConversationSettings.REFRESH);
    return refresh == null
        ? configured
        : ConversationSettings.of(Map.of(ConversationSettings.REFRESH, refresh)).dedup(configured);
  }

  private static Object over(String name, Object lower, Object upper) {
    return name.equals(ConversationSettings.REFRESH)
        ? ConversationSettings.refresh(lower, upper)
        : upper;
  }

  private static Map<String, DedupOverrides> each(Map<String, Map<String, Object>> all) {
    var each = new LinkedHashMap<String, DedupOverrides>();
    all.forEach((name, settings) -> each.put(name, overrides(settings, "")));
    return each;
  }

  private static DedupOverrides overrides(Map<String, Object> settings, String prefix) {
    Object isEnabled = settings.get(prefix + "enabled");
    Object minBytes = settings.get(prefix + "min-bytes");
    Object lookback = settings.get(prefix + "lookback-turns");
    return new DedupOverrides(
        isEnabled instanceof Boolean flag ? flag : null,
        minBytes instanceof Number number ? Long.valueOf(number.longValue()) : null,
        lookback instanceof Number number ? Integer.valueOf(number.intValue()) : null);
  }

  /** When the model of a conversation hears of what has changed. */
  public Refresh refresh(ConversationSummary now) {
    return ConversationSettings.of(now.settings())
        .refresh(ConversationSettings.of(general).refresh(Refresh.MANUAL));
  }

  /** The form in which the model is shown texts. */
  public TextForm text() {
    return ConversationSettings.of(general).text(TextForm.PLAIN);
  }

  /** What is done with superseded snapshots. */
  public SupersededSettings superseded() {
    return superseded(SupersededSettings.DEFAULT);
  }

  /**
   * The same where other rules are usual.
   *
   * @param usual what counts where nothing is configured
   */
  public SupersededSettings superseded(SupersededSettings usual) {
    return ConversationSettings.of(general).superseded(usual);
  }
}
