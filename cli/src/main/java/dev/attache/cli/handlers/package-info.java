/**
 * attache handlers: the handlers of schemes, listed, examined, trusted, and begun. Flow: ls and
 * doctor show what Handlers have found and why something is not used; new makes a HandlerProject of
 * templates and an AuthorRepository, and writes it all at once or not at all (NewDirectory). Door:
 * HandlerCommands.
 */
@NullMarked
package dev.attache.cli.handlers;

import org.jspecify.annotations.NullMarked;
