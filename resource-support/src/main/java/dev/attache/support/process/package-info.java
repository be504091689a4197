/**
 * What every handler that starts programs needs: finding them, starting them in a session of their
 * own, and leaving nothing of them behind.
 *
 * <p>A handler finds the file of a program with {@link dev.attache.support.process.ProgramPath},
 * asks the application whether it may run, starts it with {@link
 * dev.attache.support.process.ChildProcess}, and ends it and all that came of it with {@link
 * dev.attache.support.process.Session}.
 */
@NullMarked
package dev.attache.support.process;

import org.jspecify.annotations.NullMarked;
