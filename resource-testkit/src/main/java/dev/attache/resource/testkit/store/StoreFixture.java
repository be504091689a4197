package dev.attache.resource.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/**
 * The knowledge that {@link ConversationStoreContract} needs about a store: the hooks that its
 * author fills.
 *
 * <p>Two are needed: {@link #newStore} and {@link #sameStore}. {@link #place} and {@link #open} let
 * other processes have the store; without them, the rules of {@link StoreProcessRules} are aborted.
 */
public abstract class StoreFixture {

  static final ConversationId ID = ConversationId.of("talk");
  static final ConversationId OTHER = ConversationId.of("other");

  private @Nullable ConversationStore store;

  /** Made anew for each test. */
  protected StoreFixture() {}

  /**
   * {@return a store with nothing in it}
   *
   * @throws Exception if it cannot be made, which fails the test
   */
  protected abstract ConversationStore newStore() throws Exception;

  /**
   * {@return another view of that store, as another process has it; itself if there is no other}
   */
  protected abstract ConversationStore sameStore();

  /**
   * {@return what another process needs to open that store, such as a directory or an address; null
   * if no other process can}
   */
  protected @Nullable String place() {
    return null;
  }

  /**
   * {@return the store at a {@link #place}, in another process}
   *
   * @param place what {@link #place} gave in the first process
   */
  protected ConversationStore open(String place) {
    throw new IllegalStateException("override open(String) as well where place() gives something");
  }

  @BeforeEach
  void makeStore() throws Exception {
    store = newStore();
  }

  ConversationStore store() {
    return Objects.requireNonNull(store, "the store is there from @BeforeEach on");
  }

  /** Returns a new conversation with one turn. */
  ConversationLog created(ConversationId id) throws StoreException {
    ConversationLog log = store().create(id);
    SampleTurns.append(log, "hello");
    return log;
  }

  static void assertFails(String rule, Kind kind, ThrowingCallable call) {
    assertThat(catchThrowable(call))
        .as(rule)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).as(rule).isEqualTo(kind));
  }
}
