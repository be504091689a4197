package dev.attache.oracles;

import dev.attache.model.ModelProvider;
import dev.attache.models.openai.OpenAiChat;
import java.util.List;

/** The bodies for OpenAI's Chat Completions, which its SDK reads and writes. */
class OpenAiChatBodyOracleTest extends ChatBodyOracle {

  @Override
  ModelProvider provider() {
    return new OpenAiChat();
  }

  @Override
  List<String> models() {
    return List.of("gpt-6-sol", "gpt-4o-audio-preview");
  }
}
