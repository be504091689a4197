package dev.attache.conversation;

import dev.attache.history.ConversationSummary;
import dev.attache.history.ResourceLayout;
import dev.attache.history.TextForm;
import java.util.Map;

/**
 * The rule that the first turn of a conversation decides how resources stand in all others: what is
 * configured later is for later conversations, so that no prompt mixes forms that nobody chose. A
 * conversation without the setting has the usual form.
 */
final class FirstLayout {

  private FirstLayout() {}

  /** Returns what is configured, as far as it counts for a conversation. */
  static TextForm configured(TextForm text, ConversationSummary now) {
    return now.turns() == 0 ? text : text.resources(ResourceLayout.ELEMENT);
  }

  /** Returns what a turn sets that is shown in a form; nothing unless it is the first. */
  static Map<String, Object> settings(ConversationSummary now, TextForm shown) {
    boolean isUsual = shown.resources() == ResourceLayout.ELEMENT;
    return now.turns() > 0 || isUsual || isSet(now) ? Map.of() : setting(shown.resources());
  }

  /** Returns what a fork without turns sets, whose first turn would else decide anew. */
  static Map<String, Object> settingsOfFork(ConversationSummary parent) {
    return parent.turns() == 0 || isSet(parent) ? Map.of() : setting(ResourceLayout.ELEMENT);
  }

  private static boolean isSet(ConversationSummary now) {
    return ConversationSettings.of(now.settings()).isSet(ConversationSettings.RESOURCES);
  }

  private static Map<String, Object> setting(ResourceLayout layout) {
    return Map.of(ConversationSettings.RESOURCES, layout.word());
  }
}
