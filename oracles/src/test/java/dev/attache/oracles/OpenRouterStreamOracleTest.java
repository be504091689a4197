package dev.attache.oracles;

import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.models.openai.ChatConnector;
import dev.attache.models.openai.OpenRouter;

class OpenRouterStreamOracleTest extends ChatStreamOracle {

  @Override
  ModelProvider provider() {
    return new OpenRouter();
  }

  @Override
  ModelConnector connector() {
    return new ChatConnector.OpenRouter();
  }
}
