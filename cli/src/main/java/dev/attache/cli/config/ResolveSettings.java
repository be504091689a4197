package dev.attache.cli.config;

import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.ConversationSettings;
import dev.attache.history.ResourceLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code [resolve]} and {@code [prompt]} of the configuration files, the user's and over
 * it the workspace's: in what form results are printed where no option says so.
 *
 * @param values what is set, by name
 */
public record ResolveSettings(Map<String, Object> values) {

  private static final String FORMAT = "format";
  private static final List<Object> OF_TEXTS = List.of("prompt", "markdown");
  private static final String LINE_NUMBERS = "line-numbers";

  ResolveSettings() {
    this(new LinkedHashMap<>());
  }

  /** Checks the table and takes what it sets over what is set. */
  void read(ConfigTable table) throws UsageException {
    table
        .choice(
            FORMAT,
            List.of("prompt", "markdown", "json", "table"),
            "prompt, markdown, json or table")
        .flag(LINE_NUMBERS);
    values.putAll(table.taken());
  }

  /**
   * The form; null if none is set.
   *
   * @param isOfTexts whether only those count that texts can be printed in
   */
  public @Nullable String format(boolean isOfTexts) {
    boolean isUsable = !isOfTexts || OF_TEXTS.contains(values.getOrDefault(FORMAT, ""));
    return isUsable && values.get(FORMAT) instanceof String format ? format : null;
  }

  /** Takes what {@code [prompt]} sets over what is set. */
  void readPrompt(ConfigTable checked) {
    values.putAll(checked.taken());
  }

  /** The form of resources in a prompt; null if none is set. */
  public @Nullable ResourceLayout resources() {
    return values.get(ConversationSettings.RESOURCES) instanceof String word
        ? ResourceLayout.ofWord(word)
        : null;
  }

  /** Whether lines have numbers. */
  public boolean isNumbered() {
    return Boolean.TRUE.equals(values.get(LINE_NUMBERS));
  }
}
