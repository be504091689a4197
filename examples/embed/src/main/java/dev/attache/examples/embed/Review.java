package dev.attache.examples.embed;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.form.PromptText;
import dev.attache.handlers.cmd.CommandHandler;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.store.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Asks about what is attached, and answers when the model wants to see it again. */
final class Review {
  public static void main(String[] args) throws IOException {
    CommandPolicy policy = (uri, start, who) -> CommandPolicy.Decision.denied("no programs here");
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler(), new CommandHandler()))
            .workspace(Path.of(args[0]))
            .maxBytes(1 << 20)
            .service(CommandPolicy.class, policy)
            .build();
    Conversation conversation =
        Conversation.openOrCreate(
            EmbeddedStore.at(Path.of(args[1])),
            ConversationId.of("review"),
            ConversationOptions.DEFAULT);
    try (TurnDraft turn = conversation.begin("What is wrong here?", null)) {
      turn.attachAll(resolver, "src", "!*.class", "cmd:git log");
      PromptText.writeRequest(turn.record(), System.out);
    }
    RefreshResourceTool tool = RefreshResourceTool.of(conversation, resolver);
    PromptText.writeResult(tool.call("call_1", Map.of("uri", "src/App.java")), System.out);
  }
}
