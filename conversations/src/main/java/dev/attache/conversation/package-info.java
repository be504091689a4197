/**
 * Conversations: turns with the snapshots that were attached in them, tool results, refreshing, and
 * looking for what has changed since.
 *
 * <p>A program reads what is attached with a {@link dev.attache.core.Resolver}, records it with a
 * {@link dev.attache.conversation.TurnDraft}, and gives the model what {@link
 * dev.attache.delivery.form.PromptText} or {@link dev.attache.delivery.form.RequestJson} make of
 * it. Here the history lies where only the program writes, so that what it says of who asked is
 * true:
 *
 * <pre>{@code
 * Resolver resolver = Resolver.builder(HandlerRegistry.load(loader)).workspace(workspace).build();
 * ConversationStore store = EmbeddedStore.at(directory);
 * Conversation conversation =
 *     Conversation.create(store, ConversationId.of("review"), ConversationOptions.DEFAULT);
 *
 * try (TurnDraft draft = conversation.begin("What is wrong here?", null)) {
 *   draft.attachAll(resolver, "src", "!*.class");
 *   PromptText.writeRequest(draft.record(), out);
 * }
 * conversation.respond("App.java does nothing.");
 *
 * RefreshResourceTool tool = RefreshResourceTool.of(conversation, resolver);
 * ToolResult result = tool.call("call_1", Map.of("uri", "src/App.java"));
 * PromptText.writeResult(result, out);
 * }</pre>
 *
 * <p>A history in a workspace, which may come from others, needs {@link
 * dev.attache.conversation.KeyedConsents}.
 */
@NullMarked
package dev.attache.conversation;

import org.jspecify.annotations.NullMarked;
