package dev.attache.models.gemini;

import dev.attache.model.ModelProvider;
import dev.attache.resource.testkit.model.ModelProviderContract;

class GeminiContractTest extends ModelProviderContract {

  @Override
  protected ModelProvider provider() {
    return new GeminiProvider();
  }
}
