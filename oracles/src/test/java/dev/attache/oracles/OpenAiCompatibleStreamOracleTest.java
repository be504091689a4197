package dev.attache.oracles;

import dev.attache.model.ModelProvider;
import dev.attache.model.call.ModelConnector;
import dev.attache.models.openai.ChatConnector;
import dev.attache.models.openai.OpenAiCompatible;

class OpenAiCompatibleStreamOracleTest extends ChatStreamOracle {

  @Override
  ModelProvider provider() {
    return new OpenAiCompatible();
  }

  @Override
  ModelConnector connector() {
    return new ChatConnector.Compatible();
  }
}
