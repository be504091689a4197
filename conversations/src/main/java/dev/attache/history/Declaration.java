package dev.attache.history;

import org.jspecify.annotations.Nullable;

/**
 * A reference that is declared to be attached to a conversation, and to its forks.
 *
 * @param reference what somebody wrote: {@code src/}, {@code !target}, {@code cmd:git diff}
 * @param consent what proves that the user of this machine asked for it; null when the workspace
 *     did, or nobody can tell
 */
public record Declaration(String reference, @Nullable String consent) {}
