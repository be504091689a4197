/**
 * The start of the command: which command was typed, its help, and how it fails. Flow: Main hands
 * the arguments to CommandLines; CommandSpecs has the family of the first word make its
 * specification, and no other; the chosen Command runs with what was typed and a Run; what it
 * throws becomes one line and an exit code by UsageProblem and RunFailure. Door: Main (started),
 * CommandLines (run by the training too).
 */
@NullMarked
package dev.attache.cli;

import org.jspecify.annotations.NullMarked;
