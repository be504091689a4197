package dev.attache.models.anthropic;

import dev.attache.model.ModelProvider;
import dev.attache.resource.testkit.model.ModelProviderContract;

class AnthropicContractTest extends ModelProviderContract {

  @Override
  protected ModelProvider provider() {
    return new AnthropicProvider();
  }
}
