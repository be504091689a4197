package dev.attache.store.files;

import dev.attache.history.ConversationId;
import java.nio.file.Path;

/**
 * The places of the files of one conversation.
 *
 * @param directory the conversation's own
 * @param isArchived whether that is among those put aside
 */
public record LogPlace(Path directory, boolean isArchived) {

  public static final String EVENTS = "events.jsonl";
  public static final String SUMMARY = "summary.json";
  public static final String ATTACHMENTS = "attachments.jsonl";

  /**
   * The conversation.
   *
   * @throws IllegalArgumentException if no conversation has a directory of that name
   */
  public ConversationId id() {
    String name = String.valueOf(directory.getFileName());
    return ConversationName.parse(name)
        .orElseThrow(() -> new IllegalArgumentException(name + " is no conversation's directory"));
  }

  /** The history, an event a line. */
  public Path events() {
    return directory.resolve(EVENTS);
  }

  /** Derived: what the history comes to. */
  public Path summary() {
    return directory.resolve(SUMMARY);
  }

  /** Derived: the attachments that the first part of the history comes to. */
  public Path attachments() {
    return directory.resolve(ATTACHMENTS);
  }

  /** A file for what was cut off at the end of the history. */
  public Path torn(int number) {
    return directory.resolve(EVENTS + ".torn-" + number);
  }
}
