package dev.attache.cli.config;

import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The table {@code [serve]} of the user's configuration: what {@code attache serve} goes by where
 * its command line says nothing. A workspace's is not used, since it could open the workspace's
 * files to the model of whoever serves it. Values are checked.
 *
 * @param values {@code allow-attach} (Boolean), {@code poll} (Long, seconds)
 * @param attachFrom from where a model may attach
 * @param hosts what clients may call the server
 * @param origins from which pages requests may come
 */
public record ServeSettings(
    Map<String, Object> values, List<String> attachFrom, List<String> hosts, List<String> origins) {

  /** A configuration that says nothing. */
  public static final ServeSettings NONE =
      new ServeSettings(Map.of(), List.of(), List.of(), List.of());

  private static final String ATTACH = "allow-attach";
  private static final String ATTACH_FROM = "allow-attach-from";
  private static final String HOST = "accept-host";
  private static final String ORIGIN = "accept-origin";
  private static final String POLL = "poll";

  ServeSettings() {
    this(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  /** Checks the table and takes what it sets. */
  void read(ConfigTable table, AttachSources sources, Console console) throws UsageException {
    table
        .flag(ATTACH)
        .texts(ATTACH_FROM)
        .each(ATTACH_FROM, sources::require)
        .number(POLL, LimitOptions.MAX_TIMEOUT)
        .texts(HOST)
        .each(HOST, AcceptedClients::requireHost)
        .texts(ORIGIN)
        .each(ORIGIN, AcceptedClients::requireOrigin);
    table.noteUnknown(console);
    values.putAll(table.taken());
    table.copyTexts(ATTACH_FROM, attachFrom);
    table.copyTexts(HOST, hosts);
    table.copyTexts(ORIGIN, origins);
  }

  /** Whether a model may attach by itself, files of the workspace at least. */
  public boolean allowsAttach() {
    return Boolean.TRUE.equals(values.get(ATTACH)) || !attachFrom.isEmpty();
  }

  /** How many seconds lie between two looks at what cannot tell of changes itself. */
  public long poll(long otherwise) {
    return values.get(POLL) instanceof Long seconds ? seconds : otherwise;
  }
}
