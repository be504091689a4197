package dev.attache.core.store;

import dev.attache.core.history.ConversationStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoreContractTest extends ConversationStoreContract {

  @TempDir Path workspace;

  @Override
  ConversationStore newStore() {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  @Override
  ConversationStore sameStore() {
    return newStore();
  }
}
