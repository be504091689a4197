/**
 * attache serve: what is attached, for clients of MCP. Flow: options and ServeSettings say who may
 * come (HttpListening) and from where a model may attach; ServedConversation opens a conversation
 * for each session, ServerChanges hears of changes at other servers, ServeReport says on standard
 * error what was not attached. Door: ServeCommand.
 */
@NullMarked
package dev.attache.cli.serve;

import org.jspecify.annotations.NullMarked;
