/**
 * The engine: turns references into snapshots.
 *
 * <p>{@link dev.attache.core.HandlerRegistry} finds the handlers, {@link dev.attache.core.Resolver}
 * runs them, and {@link dev.attache.core.Resolution} gives out what became of each reference, in
 * order and one at a time.
 */
@NullMarked
package dev.attache.core;

import org.jspecify.annotations.NullMarked;
