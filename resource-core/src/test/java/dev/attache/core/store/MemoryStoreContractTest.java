package dev.attache.core.store;

import dev.attache.core.history.ConversationStore;

class MemoryStoreContractTest extends ConversationStoreContract {

  private final MemoryStore store = MemoryStore.of(1 << 20);

  @Override
  ConversationStore newStore() {
    return store;
  }

  /** What another thread has: no other process sees it. */
  @Override
  ConversationStore sameStore() {
    return store;
  }
}
