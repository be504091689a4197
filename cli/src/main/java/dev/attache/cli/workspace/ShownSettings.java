package dev.attache.cli.workspace;

import dev.attache.conversation.ConversationSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of a conversation as they are shown: those that the command keeps there for itself
 * are named, and their proofs, which are nobody's to read, are not.
 */
public final class ShownSettings {

  private static final String OWN = "agent.";
  private static final String PROOF = ".consent";
  private static final String ALLOWED = "agent.allow.";

  private ShownSettings() {}

  /** Returns the values by name; that of a tool that may always run is true. */
  @SuppressWarnings("NullAway") // null takes a setting back
  public static Map<String, Object> of(Map<String, Object> settings) {
    var shown = new LinkedHashMap<String, Object>();
    settings.forEach(
        (name, value) -> {
          if (!name.startsWith(OWN) || !name.endsWith(PROOF)) {
            shown.put(name, name.startsWith(ALLOWED) && value != null ? (Object) true : value);
          }
        });
    return shown;
  }

  /** Whether a setting means something; a history can be edited. */
  static boolean isUnderstood(String name, Object value) {
    return name.startsWith(OWN) || ConversationSettings.of(Map.of(name, value)).isSet(name);
  }
}
