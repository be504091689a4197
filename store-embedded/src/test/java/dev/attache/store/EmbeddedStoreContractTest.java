package dev.attache.store;

import dev.attache.history.ConversationStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoreContractTest extends ConversationStoreContract {

  @TempDir Path workspace;

  @Override
  protected ConversationStore newStore() {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  @Override
  protected ConversationStore sameStore() {
    return newStore();
  }
}
