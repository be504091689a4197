package dev.attache.resource.testkit;

import dev.attache.resource.spi.ResourceHandler;

/** The contract passes for a correct handler, with every hook filled. */
class SampleHandlerTest extends SampleContract {
  @Override
  protected ResourceHandler handler() {
    return new FoundHandler();
  }
}
