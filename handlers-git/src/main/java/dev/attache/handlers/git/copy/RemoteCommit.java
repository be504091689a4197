package dev.attache.handlers.git.copy;

import java.time.Instant;

/**
 * The commit that a ref of a repository leads to.
 *
 * @param commit its name in full
 * @param confirmedAt when the repository said so
 */
public record RemoteCommit(String commit, Instant confirmedAt) {}
