/**
 * The start of the command: which command was typed, its help, and how it fails.
 *
 * <p>{@link dev.attache.cli.Main} hands the arguments to {@link dev.attache.cli.QuickStart}, which
 * answers what needs no parser, and leaves the rest to {@link dev.attache.cli.CommandLines}; {@link
 * dev.attache.cli.CommandSpecs} has the family of the first word make its specification, and no
 * other; the chosen Command runs with what was typed and a Run; what it throws becomes one line and
 * an exit code by {@link dev.attache.cli.UsageProblem} and {@link dev.attache.cli.RunFailure}.
 *
 * <p>The door: {@link dev.attache.cli.Main}, and {@link dev.attache.cli.ListedClasses} for the
 * launcher when it prepares.
 */
@NullMarked
package dev.attache.cli;

import org.jspecify.annotations.NullMarked;
