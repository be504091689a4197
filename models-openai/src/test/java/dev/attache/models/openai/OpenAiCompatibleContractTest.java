package dev.attache.models.openai;

import dev.attache.model.ModelProvider;
import dev.attache.resource.testkit.model.ModelProviderContract;
import org.jspecify.annotations.Nullable;

class OpenAiCompatibleContractTest extends ModelProviderContract {

  @Override
  protected ModelProvider provider() {
    return new OpenAiCompatible();
  }

  @Override
  protected @Nullable String opaque(String word) {
    return null;
  }
}
