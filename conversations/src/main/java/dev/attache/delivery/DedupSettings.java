package dev.attache.delivery;

import dev.attache.history.SourceNames;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a conversation, and what single tools and handlers have of their own. Immutable.
 *
 * @param general what holds where nothing else does
 * @param tools what holds for the results of a tool, by its name
 * @param handlers what holds for what a handler reads, by the first word of the source: {@code
 *     file}, {@code http}, {@code cmd}, {@code mcp}
 * @param deltas whether a refresh may be answered with a diff
 */
public record DedupSettings(
    DedupRules general,
    Map<String, DedupOverrides> tools,
    Map<String, DedupOverrides> handlers,
    Deltas deltas) {

  /** The default rules for everything. */
  public static final DedupSettings DEFAULT =
      new DedupSettings(DedupRules.DEFAULT, Map.of(), Map.of());

  /** When a refresh may be answered with a diff, as far as rules allow a reference. */
  public enum Deltas {
    /** Never. */
    OFF,
    /** Where the model is sent the whole history: clients that read what they want are not. */
    IF_ALL_IS_SENT,
    /** Wherever it is known what the model was given. */
    ON;

    boolean areAllowed(Channel channel, Delivered delivered) {
      boolean isAllSent = channel != Channel.MCP && delivered == Delivered.ALL;
      return this == ON || (this == IF_ALL_IS_SENT && isAllSent);
    }
  }

  /**
   * Rules by which a refresh is answered with a diff where the model is sent all.
   *
   * @param general what holds where nothing else does
   * @param tools what holds for the results of a tool, by its name
   * @param handlers what holds for what a handler reads, by the first word of the source
   */
  public DedupSettings(
      DedupRules general, Map<String, DedupOverrides> tools, Map<String, DedupOverrides> handlers) {
    this(general, tools, handlers, Deltas.IF_ALL_IS_SENT);
  }

  /**
   * Takes copies of the maps, in their order.
   *
   * @param general what holds where nothing else does
   * @param tools what holds for the results of a tool, by its name
   * @param handlers what holds for what a handler reads, by the first word of the source
   * @param deltas whether a refresh may be answered with a diff
   */
  public DedupSettings {
    tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
    handlers = Collections.unmodifiableMap(new LinkedHashMap<>(handlers));
  }

  /**
   * {@return the same rules with others for diffs}
   *
   * @param value whether a refresh may be answered with a diff
   */
  public DedupSettings deltas(Deltas value) {
    return new DedupSettings(general, tools, handlers, value);
  }

  /**
   * {@return the rules for what a source produced: {@code tool:NAME}, {@code file}, {@code
   * mcp:SERVER}, …}
   *
   * @param source the source as {@link dev.attache.core.outcome.Snapshot#source} has it
   */
  public DedupRules rulesFor(String source) {
    String tool = SourceNames.tool(source);
    if (tool != null) {
      return rules(tools.get(tool));
    }
    int colon = source.indexOf(':');
    return rules(handlers.get(colon < 0 ? source : source.substring(0, colon)));
  }

  private DedupRules rules(@Nullable DedupOverrides overrides) {
    return overrides == null ? general : overrides.over(general);
  }

  /**
   * {@return how many turns back a full delivery may be under any of these rules; -1 if none of
   * them ever gives a reference}
   */
  public int longestLookback() {
    int longest = lookback(general);
    for (DedupOverrides overrides : tools.values()) {
      longest = Math.max(longest, lookback(overrides.over(general)));
    }
    for (DedupOverrides overrides : handlers.values()) {
      longest = Math.max(longest, lookback(overrides.over(general)));
    }
    return longest;
  }

  private static int lookback(DedupRules rules) {
    return rules.isEnabled() ? rules.lookbackTurns() : -1;
  }
}
