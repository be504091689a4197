package dev.attache.resource.testkit.store;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * The contract that every store of conversations has to keep to, as tests: extend it, fill the
 * hooks of {@link StoreFixture}, and run it with JUnit.
 *
 * <pre>{@code
 * class MyStoreTest extends ConversationStoreContract {
 *   @TempDir Path directory;
 *
 *   protected ConversationStore newStore() {
 *     return MyStore.at(directory);
 *   }
 *
 *   protected ConversationStore sameStore() {
 *     return MyStore.at(directory);
 *   }
 *
 *   protected String place() {
 *     return directory.toString();
 *   }
 *
 *   protected ConversationStore open(String place) {
 *     return MyStore.at(Path.of(place));
 *   }
 * }
 * }</pre>
 *
 * <p>The last two are for stores that several processes can have: then processes of their own write
 * to it and are killed while they do. The class needs a constructor without parameters, and to be
 * {@code static} if it stands in another, because those processes make one, too.
 *
 * <p>Its rules are those of {@link dev.attache.history.ConversationStore} and {@link
 * dev.attache.history.ConversationLog}. When a test fails, its message says which one is broken.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class ConversationStoreContract extends StoreProcessRules {

  /** Made anew for each test. */
  protected ConversationStoreContract() {}
}
