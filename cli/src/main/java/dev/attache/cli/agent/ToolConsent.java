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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The user's consent to the calls of a model: what the configuration says, what was said before in
 * this turn or for the whole conversation, or else what somebody at the terminal answers. A no
 * where nobody can be asked.
 *
 * <p>What is said holds for the tool as it is defined now, not for whatever has its name later.
 * What is to hold for the conversation is a setting of it, with a proof that the user of this
 * machine said so, since histories come from others.
 */
final class ToolConsent implements ToolApproval {

  private static final String SETTING = "agent.allow.";
  private static final String PROOF = "proof";
  private static final String DEFINITION = "definition";
  private static final int MOST_SHOWN = 400;
  private static final int MOST_TRIES = 5;

  private final Conversation conversation;
  private final Function<String, ToolPermission> permissions;
  private final Streams streams;
  private final Console console;
  private final boolean canAsk;
  private final Set<DefinedTool> ofTurn = new HashSet<>();

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
      case ASK -> {
        var asked = DefinedTool.of(tool);
        DefinedTool allowed = allowedBefore(name);
        yield ofTurn.contains(asked) || asked.equals(allowed)
            ? null
            : asked(tool, asked, allowed, arguments);
      }
    };
  }

  /** The tool as it was when the user allowed it for the conversation; null if never. */
  private @Nullable DefinedTool allowedBefore(String name) {
    try {
      Object setting = conversation.summary().settings().get(SETTING + name);
      if (setting instanceof Map<?, ?> kept
          && kept.get(PROOF) instanceof String proof
          && kept.get(DEFINITION) instanceof Map<?, ?> digests) {
        var tool = DefinedTool.kept(name, digests);
        return conversation.options().consents().isGiven(subject(tool), proof) ? tool : null;
      }
      return null;
    } catch (StoreException e) {
      return null;
    }
  }

  private String subject(DefinedTool tool) {
    return "tool " + tool + " in " + conversation.id();
  }

  private @Nullable String asked(
      LoopTool tool,
      DefinedTool defined,
      @Nullable DefinedTool allowed,
      Map<String, Object> arguments) {
    if (!canAsk) {
      return "nobody was there to approve it";
    }
    String name = tool.offer().name();
    String all = text(arguments);
    String source = tool.source().equals(Tool.LOCAL) ? "" : " (" + tool.source() + ")";
    console.show("attache: the model wants to call " + name + source + ":");
    console.show("  " + OneLine.cut(all, MOST_SHOWN));
    if (allowed != null) {
      showChanges(tool, defined.changesSince(allowed));
    }
    var line = new LineQuestion(streams, console);
    for (int i = 0; i < MOST_TRIES; i++) {
      String answer = line.ask("Run it? [y]es, [n]o, [a]ll of this turn, [A]lways here, [p]rint: ");
      String key = answer == null ? "n" : answer.strip();
      switch (key) {
        case "y", "yes" -> {
          return null;
        }
        case "a" -> {
          ofTurn.add(defined);
          return null;
        }
        case "A" -> {
          ofTurn.add(defined);
          keep(defined);
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

  private void showChanges(LoopTool tool, List<String> changed) {
    console.show("It has changed since you allowed it:");
    Map<String, Object> now = new LinkedHashMap<>(tool.definition());
    now.keySet().retainAll(changed);
    console.show("  " + OneLine.cut(text(now), MOST_SHOWN));
  }

  private void keep(DefinedTool tool) {
    String proof = conversation.options().consents().give(subject(tool));
    if (proof == null) {
      console.error("it holds for this turn only, as there is no place to record your consent");
      return;
    }
    var setting = new LinkedHashMap<String, Object>();
    setting.put(SETTING + tool.name(), Map.of(PROOF, proof, DEFINITION, tool.digests()));
    try {
      conversation.setOwn(setting);
    } catch (StoreException e) {
      console.error("it holds for this turn only: " + e.message());
    }
  }

  private static String text(Map<String, Object> object) {
    try {
      return JsonLines.text(object);
    } catch (IOException e) {
      return String.valueOf(object);
    }
  }
}
