/**
 * What the events of a history come to.
 *
 * <p>{@link dev.attache.history.fold.SummaryFold} adds events up to a summary, and {@link
 * dev.attache.history.fold.AttachmentFold} to what is attached: event by event, from nothing or
 * from what was known before, so that stores keep what they have added up. Both are the rules of
 * the house; a store that adds up itself comes to the same.
 */
@NullMarked
package dev.attache.history.fold;

import org.jspecify.annotations.NullMarked;
