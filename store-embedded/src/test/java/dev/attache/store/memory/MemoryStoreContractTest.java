package dev.attache.store.memory;

import dev.attache.history.ConversationStore;
import dev.attache.resource.testkit.store.ConversationStoreContract;

class MemoryStoreContractTest extends ConversationStoreContract {

  private final MemoryStore store = MemoryStore.of(1 << 22);

  @Override
  protected ConversationStore newStore() {
    return store;
  }

  /** What another thread has: no other process sees it. */
  @Override
  protected ConversationStore sameStore() {
    return store;
  }
}
