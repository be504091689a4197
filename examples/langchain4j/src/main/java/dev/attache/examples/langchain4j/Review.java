package dev.attache.examples.langchain4j;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.langchain4j.AttacheChatMemory;
import dev.attache.langchain4j.AttacheTools;
import dev.attache.models.openai.OpenAiCompatible;
import dev.attache.store.EmbeddedStore;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import java.io.IOException;
import java.nio.file.Path;

/** Has a model review a file, and look at it again after it was changed. */
final class Review {

  /** The service. */
  interface Reviewer {
    String ask(String question);
  }

  public static void main(String[] args) throws IOException {
    String model = "qwen3-coder";
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(Path.of(args[0])).build();
    Conversation conversation =
        Conversation.openOrCreate(
            EmbeddedStore.at(Path.of(args[1])),
            ConversationId.of("review"),
            ConversationOptions.DEFAULT);
    AttacheChatMemory memory =
        AttacheChatMemory.builder(conversation, new OpenAiCompatible().profiles().of(model))
            .maxMessages(3)
            .build();
    Reviewer reviewer =
        AiServices.builder(Reviewer.class)
            .chatModel(
                OpenAiChatModel.builder().baseUrl(args[2]).apiKey("none").modelName(model).build())
            .chatMemory(memory)
            .toolProvider(AttacheTools.builder(memory, resolver).build())
            .build();
    memory.attachAll(resolver, "App.java");
    System.out.println(reviewer.ask("What is wrong with App.java?"));
    System.out.println(reviewer.ask("I have changed it. Is it right now?"));
  }
}
