/**
 * The engine: turns references into snapshots.
 *
 * <p>References go to the {@link dev.attache.core.Resolver}, which routes each to its handler
 * ({@link dev.attache.core.routing.HandlerRegistry}); what the handlers offer is read by several
 * threads ({@link dev.attache.core.run.RunThreads}); the {@link dev.attache.core.Resolution} gives
 * out what became of each, in order and one at a time, as an {@link
 * dev.attache.core.outcome.Outcome}.
 */
@NullMarked
package dev.attache.core;

import org.jspecify.annotations.NullMarked;
