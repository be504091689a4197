/**
 * What every handler that starts programs needs: finding them, starting them in a session of their
 * own, and leaving nothing of them behind.
 *
 * <p>A handler finds the file of a program with {@link dev.attache.resource.process.ProgramPath},
 * asks the application whether it may run, starts it with {@link
 * dev.attache.resource.process.ChildProcess}, and ends it and all that came of it with {@link
 * dev.attache.resource.process.Session}.
 */
@NullMarked
package dev.attache.resource.process;

import org.jspecify.annotations.NullMarked;
