package dev.attache.oracles;

import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.models.openai.ChatConnector;
import dev.attache.models.openai.OpenAiChat;

class OpenAiChatStreamOracleTest extends ChatStreamOracle {

  @Override
  ModelProvider provider() {
    return new OpenAiChat();
  }

  @Override
  ModelConnector connector() {
    return new ChatConnector.OpenAi();
  }
}
