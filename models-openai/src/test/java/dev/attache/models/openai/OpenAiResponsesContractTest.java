package dev.attache.models.openai;

import dev.attache.model.ModelProvider;
import dev.attache.resource.testkit.model.ModelProviderContract;

class OpenAiResponsesContractTest extends ModelProviderContract {

  @Override
  protected ModelProvider provider() {
    return new OpenAiResponses();
  }
}
