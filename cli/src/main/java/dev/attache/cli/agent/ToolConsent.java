package dev.attache.cli.agent;

import dev.attache.agent.LoopTool;
import dev.attache.agent.ToolApproval;
import dev.attache.cli.config.ToolPermission;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.LineQuestion;
import dev.attache.cli.terminal.Streams;
import dev.attache.conversation.Conversation;
import dev.attache.history.StoreException;
import dev.attache.resource.tool.Tool;
import dev.attache.support.json.JsonLines;
import dev.attache.support.text.OneLine;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The user's consent to the calls of a model: what the configuration says, what was said before in
 * this turn or for the whole conversation, or else what somebody at the terminal answers. A no
 * where nobody can be asked.
 *
 * <p>What is to hold for the conversation is a setting of it, with a proof that the user of this
 * machine said so, since histories come from others.
 */
final class ToolConsent implements ToolApproval {

  private static final String SETTING = "agent.allow.";
  private static final int MOST_SHOWN = 400;
  private static final int MOST_TRIES = 5;

  private final Conversation conversation;
  private final Function<String, ToolPermission> permissions;
  private final Streams streams;
  private final Console console;
  private final boolean canAsk;
  private final Set<String> ofTurn = new HashSet<>();

  /**
   * @param permissions what the user's configuration says, by the name of a tool
   */
  ToolConsent(
      Conversation conversation,
      Function<String, ToolPermission> permissions,
      Streams streams,
      Console console,
      boolean canAsk) {
    this.conversation = conversation;
    this.permissions = permissions;
    this.streams = streams;
    this.console = console;
    this.canAsk = canAsk;
  }

  @Override
  public @Nullable String refusal(LoopTool tool, Map<String, Object> arguments) {
    String name = tool.offer().name();
    return switch (permissions.apply(name)) {
      case ALLOW -> null;
      case DENY -> "the user does not allow this tool";
      case ASK -> isAllowedBefore(name) ? null : asked(tool, arguments);
    };
  }

  private boolean isAllowedBefore(String name) {
    if (ofTurn.contains(name)) {
      return true;
    }
    try {
      Object proof = conversation.summary().settings().get(SETTING + name);
      return proof instanceof String given
          && conversation.options().consents().isGiven(subject(name), given);
    } catch (StoreException e) {
      return false;
    }
  }

  private String subject(String name) {
    return "tool " + name + " in " + conversation.id();
  }

  private @Nullable String asked(LoopTool tool, Map<String, Object> arguments) {
    if (!canAsk) {
      return "nobody was there to approve it";
    }
    String name = tool.offer().name();
    String all = text(arguments);
    String source = tool.source().equals(Tool.LOCAL) ? "" : " (" + tool.source() + ")";
    console.show("attache: the model wants to call " + name + source + ":");
    console.show("  " + OneLine.cut(all, MOST_SHOWN));
    var line = new LineQuestion(streams, console);
    for (int i = 0; i < MOST_TRIES; i++) {
      String answer = line.ask("Run it? [y]es, [n]o, [a]ll of this turn, [A]lways here, [p]rint: ");
      String key = answer == null ? "n" : answer.strip();
      switch (key) {
        case "y", "yes" -> {
          return null;
        }
        case "a" -> {
          ofTurn.add(name);
          return null;
        }
        case "A" -> {
          ofTurn.add(name);
          keep(name);
          return null;
        }
        case "p" -> all.lines().forEach(each -> console.show("  " + each));
        case "n", "no", "" -> {
          return "the user refused";
        }
        default -> console.show("answer y, n, a, A or p");
      }
    }
    return "the user refused";
  }

  private void keep(String name) {
    String proof = conversation.options().consents().give(subject(name));
    if (proof == null) {
      console.error("it holds for this turn only, as there is no place to record your consent");
      return;
    }
    var setting = new LinkedHashMap<String, Object>();
    setting.put(SETTING + name, proof);
    try {
      conversation.setOwn(setting);
    } catch (StoreException e) {
      console.error("it holds for this turn only: " + e.message());
    }
  }

  private static String text(Map<String, Object> arguments) {
    try {
      return JsonLines.text(arguments);
    } catch (IOException e) {
      return String.valueOf(arguments);
    }
  }
}
