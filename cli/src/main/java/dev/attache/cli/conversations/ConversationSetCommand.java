package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.forms.ResourcesOption;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationSettings;
import dev.attache.history.ResourceLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code attache conversation set}: sets something for one conversation. */
final class ConversationSetCommand implements Command {

  private final List<String> words = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameters(
        "[ID] KEY=VALUE...",
        words,
        "A setting and its value; KEY= restores the default. ID chooses a conversation (default:"
            + " the most recent)."
            + keys());
    ConversationChoice.addTo(options);
    ResourcesOption.addTo(options);
  }

  /** The names that there are, those of each table on a line. */
  private static String keys() {
    var keys = new StringBuilder();
    String table = "-";
    for (String name : ConversationSettings.names()) {
      String own = name.substring(0, Math.max(0, name.indexOf('.')));
      keys.append(own.equals(table) ? " " : "\n").append(name);
      table = own;
    }
    return keys.toString();
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache conversation set dedup.min-bytes=4096",
        "attache conversation set review refresh=notify");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    boolean hasId = !words.isEmpty() && words.get(0).indexOf('=') < 0;
    Map<String, Object> settings =
        settings(hasId ? words.subList(1, words.size()) : words, ResourcesOption.of(arguments));
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Conversation conversation =
        ConversationChoice.named(hasId ? words.subList(0, 1) : List.of(), arguments, place);
    conversation.set(settings);
    place.sayDamage(console);
    console.note(
        "conversation " + conversation.id() + ": set " + String.join(", ", settings.keySet()));
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      if (run.options().isJson()) {
        ObjectLines.to(result.stream())
            .write(ConversationOutput.head(conversation.summary(), true))
            .flush();
      }
      result.commit();
    }
    return ExitCode.OK;
  }

  @SuppressWarnings("NullAway") // null takes a setting back
  private static Map<String, Object> settings(
      List<String> given, @Nullable ResourceLayout resources) throws UsageException {
    var settings = new LinkedHashMap<String, Object>();
    try {
      for (String each : given) {
        if (each.endsWith("=")) {
          settings.put(
              ConversationSettings.requireName(each.substring(0, each.length() - 1)), null);
        } else {
          Map.Entry<String, Object> setting = ConversationSettings.parse(each);
          settings.put(setting.getKey(), setting.getValue());
        }
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    if (resources != null) {
      settings.put(ConversationSettings.RESOURCES, resources.word());
    }
    if (settings.isEmpty()) {
      throw new UsageException("missing argument: KEY=VALUE");
    }
    return settings;
  }
}
