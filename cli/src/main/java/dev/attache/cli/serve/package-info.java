/**
 * Attache serve: what is attached, for clients of MCP.
 *
 * <p>Options and ServeSettings say who may come ({@link dev.attache.cli.serve.HttpListening}) and
 * from where a model may attach; {@link dev.attache.cli.serve.ServedConversation} opens a
 * conversation for each session, {@link dev.attache.cli.serve.RootedConversation} in the workspace
 * that the client names, {@link dev.attache.cli.serve.ServerChanges} hears of changes at other
 * servers, {@link dev.attache.cli.serve.ServeCommand} says on standard error what was not attached.
 *
 * <p>The door: {@link dev.attache.cli.serve.ServeCommand}.
 */
@NullMarked
package dev.attache.cli.serve;

import org.jspecify.annotations.NullMarked;
