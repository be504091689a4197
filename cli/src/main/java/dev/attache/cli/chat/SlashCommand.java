package dev.attache.cli.chat;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The commands of a session. */
enum SlashCommand {
  ATTACH("REF...", "Attach to the next turn; !REF excludes."),
  DETACH("REF...", "Remove attachments from the next turns."),
  REFRESH("[REF]", "Read an attachment again, or all files that have changed."),
  PLAN("[REF]...", "Show what the next turn would attach, and how many tokens it is."),
  UNDO("", "Remove the last turn."),
  CONTINUE("", "Go on with the last turn, where it was stopped."),
  NEW("", "Start a new conversation."),
  MODEL("[NAME]", "Show which model is asked, or ask another one."),
  COST("", "Show what the requests took, and what references saved."),
  TOOLS("", "Show what the model may call, and which tools there are."),
  HELP("", "Show this help."),
  EXIT("", "End the session (or Ctrl-D).");

  private final String arguments;
  private final String description;

  SlashCommand(String arguments, String description) {
    this.arguments = arguments;
    this.description = description;
  }

  /** Returns the one of a word such as {@code /plan}. */
  static Optional<SlashCommand> of(String word) {
    return word.equals("/quit")
        ? Optional.of(EXIT)
        : Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  /** The word that is typed. */
  String word() {
    return "/" + name().toLowerCase(Locale.ROOT);
  }

  /** The word with what follows it. */
  String usage() {
    return arguments.isEmpty() ? word() : word() + " " + arguments;
  }

  String description() {
    return description;
  }

  boolean takesArguments() {
    return !arguments.isEmpty();
  }
}
