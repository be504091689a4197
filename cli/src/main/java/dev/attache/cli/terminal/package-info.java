/**
 * The standard streams of a run, and what is said on them in the words of people.
 *
 * <p>Results go to a {@link dev.attache.cli.terminal.ResultOutput}, which appears whole or not at
 * all and on a terminal is sanitised; notes, errors, questions and progress go to the {@link
 * dev.attache.cli.terminal.Console}, a line each, without secrets; what is wrong with the line is a
 * {@link dev.attache.cli.terminal.UsageException}, which ends in one line for the user.
 *
 * <p>The door: {@link dev.attache.cli.terminal.Streams}, {@link dev.attache.cli.terminal.Console},
 * {@link dev.attache.cli.terminal.ResultOutput}, {@link dev.attache.cli.terminal.ResultStream},
 * {@link dev.attache.cli.terminal.OutputException}, {@link
 * dev.attache.cli.terminal.RecordedException}, {@link dev.attache.cli.terminal.UsageException},
 * {@link dev.attache.cli.terminal.ExitCode}, {@link dev.attache.cli.terminal.PipedText}, {@link
 * dev.attache.cli.terminal.YesQuestion}, {@link dev.attache.cli.terminal.Program}.
 */
@NullMarked
package dev.attache.cli.terminal;

import org.jspecify.annotations.NullMarked;
