package dev.attache.cli.forms;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.Conversation;
import dev.attache.history.ResourceLayout;
import org.jspecify.annotations.Nullable;

/** The option {@code --resources}: in which form resources stand in a prompt. */
public final class ResourcesOption {

  private static final String NAME = "--resources";

  private ResourcesOption() {}

  public static void addTo(Options options) {
    options.choice(
        "FORM",
        ResourceLayout.words(),
        "Form of resources in a prompt: element (default), fence or element+fence.",
        NAME);
  }

  /** Returns the form that was asked for; null if none was. */
  public static @Nullable ResourceLayout of(Arguments arguments) throws UsageException {
    String word = arguments.value(NAME);
    ResourceLayout layout = word == null ? null : ResourceLayout.ofWord(word);
    if (word != null && layout == null) {
      throw new UsageException(NAME + " (" + word + ") must be " + ResourceLayout.RULE);
    }
    return layout;
  }

  /** Returns the same for a command that prints JSON or a prompt. */
  public static @Nullable ResourceLayout of(Arguments arguments, boolean isJson)
      throws UsageException {
    ResourceLayout layout = of(arguments);
    if (layout != null && isJson) {
      throw new UsageException(NAME + " cannot be combined with --json");
    }
    return layout;
  }

  /** Returns a conversation that shows resources in a form; null for what is set. */
  public static Conversation in(@Nullable ResourceLayout layout, Conversation conversation) {
    return layout == null
        ? conversation
        : conversation.with(conversation.options().resources(layout));
  }
}
