package dev.attache.oracles;

import dev.attache.model.ModelProvider;
import dev.attache.models.openai.OpenRouter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The bodies for OpenRouter, for which there is no SDK but OpenAI's. */
class OpenRouterBodyOracleTest extends ChatBodyOracle {

  @Override
  ModelProvider provider() {
    return new OpenRouter();
  }

  @Override
  List<String> models() {
    return List.of("openrouter/auto", "anthropic/claude-opus-5.5", "openai/gpt-6-sol");
  }

  @Override
  @Nullable String opaque(String word) {
    return "{\"type\":\"reasoning.text\",\"text\":\""
        + word
        + "\",\"signature\":\"s\",\"index\":0}";
  }

  /** OpenRouter has fields of its own: marks of the cache, and what upstreams have thought. */
  @Override
  Set<String> unmodelled() {
    return Set.of(
        "ChatCompletionAssistantMessageParam.reasoning_details",
        "ChatCompletionContentPartText.cache_control",
        "ChatCompletionCreateParams.Body.stream",
        "ChatCompletionFunctionTool.cache_control");
  }
}
