/**
 * The completion scripts of shells, made from the same specification as the parser.
 *
 * <p>A script knows all commands, options and fixed values by itself. What depends on the workspace
 * (conversations, servers, what is trusted) it asks for with {@code attache completion --values}.
 *
 * <p>The door: {@link dev.attache.cli.completion.CompletionCommand}.
 */
@NullMarked
package dev.attache.cli.completion;

import org.jspecify.annotations.NullMarked;
