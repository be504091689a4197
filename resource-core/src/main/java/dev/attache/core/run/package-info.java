/**
 * One run of the engine: its threads, the queue between them, and what each call to a handler may
 * use up.
 *
 * <p>One thread has the handlers expand their references, each into a {@link
 * dev.attache.core.run.HandlerOutput}, and merges these into the {@link
 * dev.attache.core.run.InFlightQueue}; several claim slots of it and read them, each with an {@link
 * dev.attache.core.run.ItemContext} that counts bytes ({@link dev.attache.core.run.ContentReader})
 * and time; whoever asked takes outcomes from its front, in order.
 */
@NullMarked
package dev.attache.core.run;

import org.jspecify.annotations.NullMarked;
