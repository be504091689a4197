/**
 * What became of the things that a reference covers: a snapshot, a reason why something was left
 * out, or a failure.
 *
 * <p>The reading of an item ends in an {@link dev.attache.core.outcome.Outcome}. If it was
 * resolved, that holds a {@link dev.attache.core.outcome.Snapshot}: the resource as it was at one
 * moment, with its source and the decision about its type. {@link dev.attache.core.outcome.Tokens}
 * estimates what a text costs a model.
 */
@NullMarked
package dev.attache.core.outcome;

import org.jspecify.annotations.NullMarked;
