package dev.attache.models.ollama;

import dev.attache.model.ModelProvider;
import dev.attache.resource.testkit.model.ModelProviderContract;
import org.jspecify.annotations.Nullable;

class OllamaContractTest extends ModelProviderContract {

  @Override
  protected ModelProvider provider() {
    return new OllamaProvider();
  }

  /** Of an answer only the thoughts go back, as a field; a test of their own holds that. */
  @Override
  protected @Nullable String opaque(String word) {
    return null;
  }
}
