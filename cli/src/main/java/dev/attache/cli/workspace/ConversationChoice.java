package dev.attache.cli.workspace;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options by which commands learn which conversation they are about: the last one without. */
public final class ConversationChoice {

  private ConversationChoice() {}

  /**
   * The conversation that was chosen.
   *
   * @param isNew whether nothing of it is recorded yet
   */
  public record Chosen(Conversation conversation, boolean isNew) {}

  /** Adds the options to a command about conversations that there are. */
  public static void addTo(Options options) {
    options
        .value("ID", "Conversation ID, or a unique prefix.", "--id")
        .flag("Use the most recent conversation (the default).", "--last");
  }

  /** Adds the options to a command that can begin a conversation. */
  public static void addWithNewTo(Options options) {
    options.flag("Start a new conversation (named by --id, if given).", "--new");
    addTo(options);
  }

  /** Returns the conversation, which there has to be. */
  public static Conversation chosen(Arguments arguments, ConversationPlace place)
      throws StoreException, UsageException {
    requireOne(arguments);
    String id = arguments.value("--id");
    return place.open(id == null ? place.last() : place.find("--id", id));
  }

  /** Adds the options to a command that takes the conversation as its first parameter, too. */
  public static void addWithParameterTo(Options options, List<String> ids) {
    options.parameter(
        0, "[ID]", ids, "Conversation ID, or a unique prefix (default: the most recent).");
    addTo(options);
  }

  /** The same for a command about several, which have to be named. */
  public static void addWithParametersTo(Options options, List<String> ids) {
    options
        .parameters("ID...", ids, "Conversation ID, or a unique prefix.")
        .value("ID", "Conversation ID (same as a positional argument).", "--id")
        .flag("Use the most recent conversation.", "--last");
  }

  /** Returns the conversation that a parameter or an option names; the last one without. */
  public static Conversation named(List<String> ids, Arguments arguments, ConversationPlace place)
      throws StoreException, UsageException {
    if (ids.isEmpty()) {
      return chosen(arguments, place);
    }
    String option =
        arguments.value("--id") != null ? "--id" : arguments.has("--last") ? "--last" : null;
    if (option != null) {
      throw new UsageException(
          "ID (" + ids.get(0) + ") and " + option + " both choose the conversation; use one");
    }
    return place.open(place.find("ID", ids.get(0)));
  }

  /**
   * Returns all conversations that parameters and options name, each once.
   *
   * @param what what is to be done with them: {@code delete}
   */
  public static Set<ConversationId> all(
      List<String> ids, Arguments arguments, ConversationPlace place, String what)
      throws StoreException, UsageException {
    var all = new LinkedHashSet<ConversationId>();
    for (String id : ids) {
      all.add(place.find("ID", id));
    }
    String option = arguments.value("--id");
    if (option != null) {
      all.add(place.find("--id", option));
    }
    if (arguments.has("--last")) {
      all.add(place.last());
    }
    if (all.isEmpty()) {
      throw new UsageException("missing argument: ID of a conversation to " + what + ": ID");
    }
    return all;
  }

  /** Returns the conversation, or a new one if that is wanted or there is none. */
  public static Chosen chosenOrNew(Arguments arguments, ConversationPlace place)
      throws StoreException, UsageException {
    requireOne(arguments);
    String id = arguments.value("--id");
    if (arguments.has("--new")) {
      return new Chosen(id == null ? place.create() : place.create(name("--id", id)), true);
    }
    boolean isFirst = id == null && !arguments.has("--last") && place.store().latest().isEmpty();
    return isFirst ? new Chosen(place.create(), true) : new Chosen(chosen(arguments, place), false);
  }

  /** Returns the name that a new conversation is to have. */
  public static ConversationId name(String subject, String given) throws UsageException {
    try {
      return ConversationId.of(given);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      throw new UsageException(subject + message.substring(message.indexOf(" ("))); // the rule
    }
  }

  private static void requireOne(Arguments arguments) throws UsageException {
    @Nullable String other =
        arguments.has("--new") ? "--new" : arguments.value("--id") != null ? "--id" : null;
    if (arguments.has("--last") && other != null) {
      throw new UsageException("--last and " + other + " choose different conversations; use one");
    }
  }
}
