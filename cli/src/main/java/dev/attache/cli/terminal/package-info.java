/**
 * The standard streams of a run, and what is said on them in the words of people. Flow: results go
 * to a ResultOutput, which appears whole or not at all and on a terminal is sanitised; notes,
 * errors, questions and progress go to the Console, a line each, without secrets; what is wrong
 * with the line is a UsageException, which ends in one line for the user. Door: Streams, Console,
 * ResultOutput, ResultStream, OutputException, RecordedException, UsageException, ExitCode,
 * PipedText, YesQuestion, NearestName, Sizes, Program.
 */
@NullMarked
package dev.attache.cli.terminal;

import org.jspecify.annotations.NullMarked;
