/**
 * Commands as resources: what a {@code cmd:} reference prints, and schemes whose resources a
 * program prints.
 *
 * <p>A reference is read as a {@link dev.attache.handlers.cmd.spelling.CommandUri}. A {@link
 * dev.attache.handlers.cmd.CommandReading} asks for consent, has the command run, and makes a
 * resource of what it printed; a {@link dev.attache.handlers.cmd.ProgramReading} does the same for
 * one URI of a configured scheme, whose program prints resources.
 *
 * <p>The doors are {@link dev.attache.handlers.cmd.CommandHandler} and, through it, {@link
 * dev.attache.handlers.cmd.ProgramHandler}.
 */
@NullMarked
package dev.attache.handlers.cmd;

import org.jspecify.annotations.NullMarked;
