/**
 * Attache resolve, plan and canonicalize: what is named, read or planned, with nothing recorded.
 *
 * <p>{@link dev.attache.cli.resolve.ReferenceOptions} makes References of parameters, lists and
 * declarations; a ReferenceReading turns them into outcomes; resolve writes snapshots in a Format,
 * plan writes a row for each candidate ({@link dev.attache.cli.resolve.PlanFormat}) with what
 * reading it would start ({@link dev.attache.cli.resolve.PlannedUse}).
 *
 * <p>The door: {@link dev.attache.cli.resolve.ResolveCommands}.
 */
@NullMarked
package dev.attache.cli.resolve;

import org.jspecify.annotations.NullMarked;
