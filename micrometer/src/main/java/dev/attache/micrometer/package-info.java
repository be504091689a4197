/**
 * Counters and timers of Micrometer, for servers that want to see what resolving and conversations
 * cost them.
 *
 * <p>{@link dev.attache.micrometer.ResolverMeters} listens to a resolver, {@link
 * dev.attache.micrometer.ConversationMeters} to conversations. Their tags come from closed sets, or
 * are the schemes and the servers that the program itself has set up: no URI, no name of a
 * conversation.
 */
@NullMarked
package dev.attache.micrometer;

import org.jspecify.annotations.NullMarked;
