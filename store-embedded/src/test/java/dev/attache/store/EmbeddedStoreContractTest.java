package dev.attache.store;

import dev.attache.history.ConversationStore;
import dev.attache.resource.testkit.store.ConversationStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoreContractTest extends ConversationStoreContract {

  @TempDir Path workspace;

  @Override
  protected ConversationStore newStore() {
    return open(place());
  }

  @Override
  protected ConversationStore sameStore() {
    return newStore();
  }

  @Override
  protected String place() {
    return workspace.resolve(".attache").toString();
  }

  @Override
  protected ConversationStore open(String place) {
    return EmbeddedStore.at(Path.of(place));
  }
}
