/**
 * Trials of a handler: one call on a thread of its own, bounded in time, and a look at what it left
 * behind.
 *
 * <p>A rule hands its call to {@link dev.attache.resource.testkit.trial.Trial}, which says what
 * came of it and which threads are left. {@link dev.attache.resource.testkit.trial.CapturedOutput}
 * keeps what is printed and logged meanwhile; {@link dev.attache.resource.testkit.trial.OpenFiles}
 * counts what is open before and after; {@link dev.attache.resource.testkit.trial.GarbageUris}
 * makes URIs that no one has thought of.
 */
@NullMarked
package dev.attache.resource.testkit.trial;

import org.jspecify.annotations.NullMarked;
