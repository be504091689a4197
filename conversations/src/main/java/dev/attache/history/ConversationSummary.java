package dev.attache.history;

import dev.attache.history.ConversationEvent.Origin;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sum of a conversation's history, apart from its contents. Immutable.
 *
 * @param id the conversation
 * @param title the first line of its first request; null before that
 * @param created when its first event was recorded
 * @param updated when its last one was
 * @param exchanged when its model was last given or answered something: the last request, answer,
 *     tool call or result; {@link Instant#EPOCH} before that
 * @param turns how many turns there are, which is the number of the next one
 * @param declarations what is declared to be attached, in order
 * @param settings what is set for it, by name
 * @param tally its numbers
 * @param forkedFrom where it began; null if it is no fork
 * @param isArchived whether it is put aside
 */
public record ConversationSummary(
    ConversationId id,
    @Nullable String title,
    Instant created,
    Instant updated,
    Instant exchanged,
    int turns,
    List<Declared> declarations,
    Map<String, Object> settings,
    Tally tally,
    @Nullable Origin forkedFrom,
    boolean isArchived) {

  /**
   * Takes copies of the declarations and the settings.
   *
   * @param id the conversation
   * @param title the first line of its first request; null before that
   * @param created when its first event was recorded; {@link Instant#EPOCH} before that
   * @param updated when its last one was; {@link Instant#EPOCH} before that
   * @param exchanged when its model was last given or answered something; {@link Instant#EPOCH}
   *     before that
   * @param turns how many turns there are
   * @param declarations what is declared to be attached, in order
   * @param settings what is set for it, by name
   * @param tally its numbers
   * @param forkedFrom where it began; null if it is no fork
   * @param isArchived whether it is put aside
   */
  public ConversationSummary {
    declarations = List.copyOf(declarations);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /**
   * {@return the same, put aside or not}
   *
   * @param value whether it is put aside
   */
  public ConversationSummary archived(boolean value) {
    return new ConversationSummary(
        id,
        title,
        created,
        updated,
        exchanged,
        turns,
        declarations,
        settings,
        tally,
        forkedFrom,
        value);
  }

  /**
   * Something that is declared.
   *
   * @param declaration the reference, with its meaning and who asked for it
   * @param isPending whether the next turn has to resolve it
   */
  public record Declared(Declaration declaration, boolean isPending) {}

  /**
   * The numbers of a conversation.
   *
   * @param snapshots how many snapshots were delivered, attachments and those of tools
   * @param bytes the bytes of them all
   * @param references how many of them were delivered as a reference
   * @param deltas how many of them were delivered as a diff
   * @param savedBytes how many bytes the model was spared by that, those of the lines taken off
   * @param savedTokens the same in tokens, by estimate
   */
  public record Tally(
      long snapshots, long bytes, long references, long deltas, long savedBytes, long savedTokens) {
    /** Of a conversation with nothing in it. */
    public static final Tally ZERO = new Tally(0, 0, 0, 0, 0, 0);
  }
}
