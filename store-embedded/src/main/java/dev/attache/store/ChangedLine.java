package dev.attache.store;

import dev.attache.history.ConversationEvent;
import org.jspecify.annotations.Nullable;

/**
 * A line of a history that is not as it was written, or the loss of lines. Immutable.
 *
 * @param problem what is wrong, in a line for people
 * @param event what the line says now; null if it is no event, or is lost
 */
public record ChangedLine(String problem, @Nullable ConversationEvent event) {}
