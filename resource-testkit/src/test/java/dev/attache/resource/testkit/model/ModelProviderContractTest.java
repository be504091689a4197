package dev.attache.resource.testkit.model;

import dev.attache.model.ModelProvider;

/** A sound provider keeps the contract. */
class ModelProviderContractTest extends ModelProviderContract {

  @Override
  protected ModelProvider provider() {
    return new SampleProvider();
  }
}
