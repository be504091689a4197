package dev.attache.models.openai;

import dev.attache.model.ModelProvider;
import dev.attache.resource.testkit.model.ModelProviderContract;

class OpenRouterContractTest extends ModelProviderContract {

  @Override
  protected ModelProvider provider() {
    return new OpenRouter();
  }
}
