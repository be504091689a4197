package dev.attache.cli.agent;

import dev.attache.cli.config.AgentSettings;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.history.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names of what a model may call in a conversation. */
public final class NamedTools {

  /** The setting of a conversation that has the names of its tools. */
  static final String SETTING = "agent.tools";

  private NamedTools() {}

  /**
   * Returns the names of all, those first that every conversation has.
   *
   * @param conversation null for one that is not there yet
   */
  public static List<String> all(
      AgentOptions options, AgentSettings settings, @Nullable Conversation conversation)
      throws StoreException {
    var all = new ArrayList<>(List.of(RefreshResourceTool.NAME));
    if (options.allowsAttach() || settings.allowsAttach()) {
      all.add(AttachResourceTool.NAME);
    }
    List<String> before = conversation == null ? null : before(conversation);
    all.addAll(chosen(options, settings, before));
    return List.copyOf(all);
  }

  /** Returns those that a conversation has had; null if none were ever named. */
  static @Nullable List<String> before(Conversation conversation) throws StoreException {
    return conversation.summary().settings().get(SETTING) instanceof List<?> names
        ? names.stream().map(String::valueOf).toList()
        : null;
  }

  /** Returns those that stay, unless others are given. */
  static List<String> chosen(
      AgentOptions options, AgentSettings settings, @Nullable List<String> before) {
    return !options.tools().isEmpty()
        ? options.tools()
        : before == null ? settings.tools() : before;
  }
}
