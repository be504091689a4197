/**
 * Counters and timers of Micrometer, for servers that want to see what resolving, conversations and
 * models cost them.
 *
 * <p>{@link dev.attache.micrometer.ResolverMeters} listens to a resolver, {@link
 * dev.attache.micrometer.ConversationMeters} to conversations, {@link
 * dev.attache.micrometer.ModelMeters} to what models are asked. Their tags come from closed sets,
 * or are the schemes, the servers and the models that the program itself has set up: no URI, no
 * name of a conversation.
 */
@NullMarked
package dev.attache.micrometer;

import org.jspecify.annotations.NullMarked;
