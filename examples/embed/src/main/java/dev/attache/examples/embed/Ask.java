package dev.attache.examples.embed;

import dev.attache.agent.AgentLoop;
import dev.attache.agent.AskedModel;
import dev.attache.agent.LoopListener;
import dev.attache.agent.LoopOutcome;
import dev.attache.agent.LoopTool;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.Channel;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelSettings;
import dev.attache.models.openai.ChatConnector;
import dev.attache.models.openai.OpenAiCompatible;
import dev.attache.store.EmbeddedStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** Asks a model about a file, and lets it look again. */
final class Ask {
  public static void main(String[] args) throws IOException {
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(Path.of(args[0])).build();
    Conversation conversation =
        Conversation.openOrCreate(
            EmbeddedStore.at(Path.of(args[1])),
            ConversationId.of("ask"),
            ConversationOptions.DEFAULT.channel(Channel.STRUCTURED));
    try (TurnDraft turn = conversation.begin("What does App.java do?", null)) {
      turn.attachAll(resolver, "App.java");
      turn.record();
    }
    LoopListener printer =
        new LoopListener() {
          @Override
          public void event(ModelEvent event) {
            if (event instanceof ModelEvent.TextDelta more) {
              System.out.print(more.text());
            }
          }
        };
    LoopOutcome outcome =
        AgentLoop.builder(conversation, model(URI.create(args[2])))
            .tools(List.of(LoopTool.refresh(RefreshResourceTool.of(conversation, resolver))))
            .listener(printer)
            .build()
            .run();
    System.out.println("\n" + outcome.usage().total() + " tokens, " + outcome.end());
  }

  /** A model of a server on this machine or in this network. */
  private static AskedModel model(URI baseUrl) {
    var provider = new OpenAiCompatible();
    return new AskedModel(
        "local",
        provider,
        new ChatConnector.Compatible(),
        provider.profiles().of("qwen3-coder"),
        "qwen3-coder",
        ModelSettings.builder().baseUrl(baseUrl).privateHostAllowed(true).build());
  }
}
