package dev.attache.oracles;

import dev.attache.model.ModelProvider;
import dev.attache.models.openai.OpenAiCompatible;
import java.util.List;

/** The bodies for those who speak Chat Completions as OpenAI's SDK reads and writes them. */
class OpenAiCompatibleBodyOracleTest extends ChatBodyOracle {

  @Override
  ModelProvider provider() {
    return new OpenAiCompatible();
  }

  @Override
  List<String> models() {
    return List.of(provider().profiles().standard().model());
  }
}
