/**
 * Attache handlers: the handlers of schemes, listed, examined, trusted, and begun.
 *
 * <p>Ls and doctor show what Handlers have found and why something is not used; new makes a {@link
 * dev.attache.cli.handlers.HandlerProject} of templates and an {@link
 * dev.attache.cli.handlers.AuthorRepository}, and writes it all at once or not at all ({@link
 * dev.attache.cli.handlers.NewDirectory}).
 *
 * <p>The door: {@link dev.attache.cli.handlers.HandlerCommands}.
 */
@NullMarked
package dev.attache.cli.handlers;

import org.jspecify.annotations.NullMarked;
