package dev.attache.examples.embed;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.form.PromptText;
import dev.attache.handlers.cmd.CommandHandler;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.history.Notice;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
        Conversation.create(
            EmbeddedStore.at(Path.of(args[1])),
            ConversationId.of("review"),
            ConversationOptions.DEFAULT);
    List<String> references = List.of("src", "!*.class", "cmd:git log");
    try (TurnDraft turn = conversation.begin("What is wrong here?", null);
        Resolution resolution = resolver.resolve(references)) {
      references.forEach(reference -> turn.declare(Requester.USER, reference));
      for (Outcome outcome : resolution) {
        String reference = outcome.reference().text();
        if (outcome instanceof Outcome.Resolved resolved) {
          turn.attach(resolved.snapshot(), reference, Requester.USER);
        } else if (outcome instanceof Outcome.Failed failed) {
          turn.notice(Notice.of(reference + " is not attached: " + failed.problem().message()));
        }
      }
      PromptText.writeRequest(turn.record(), System.out);
    }
    RefreshResourceTool tool = RefreshResourceTool.of(conversation, resolver);
    PromptText.writeResult(tool.call("call_1", Map.of("uri", "src/App.java")), System.out);
  }
}
