/**
 * The running of a command: environment, start, limits, and the end of all that came of it.
 *
 * <p>A {@link dev.attache.handlers.cmd.run.Preparation} finds the program and its environment, and
 * a {@link dev.attache.handlers.cmd.run.CommandRun} asks whether it may start and what keeps git in
 * check. The {@link dev.attache.handlers.cmd.run.Commands} of a run start it; a {@link
 * dev.attache.handlers.cmd.run.RunningCommand} reads both its streams, each into a {@link
 * dev.attache.handlers.cmd.run.Capture}, until it ends or its time is up. What is left is a {@link
 * dev.attache.handlers.cmd.run.Completion}.
 */
@NullMarked
package dev.attache.handlers.cmd.run;

import org.jspecify.annotations.NullMarked;
