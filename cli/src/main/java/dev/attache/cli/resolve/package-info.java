/**
 * attache resolve, plan and canonicalize: what is named, read or planned, with nothing recorded.
 * Flow: ReferenceOptions makes References of parameters, lists and declarations; a ReferenceReading
 * turns them into outcomes; resolve writes snapshots in a Format, plan writes a row for each
 * candidate (PlanFormat) with what reading it would start (PlannedUse). Door: ResolveCommands.
 */
@NullMarked
package dev.attache.cli.resolve;

import org.jspecify.annotations.NullMarked;
