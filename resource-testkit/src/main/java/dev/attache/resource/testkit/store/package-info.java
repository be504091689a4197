/**
 * The test kit for stores: what the author of a store of conversations extends to know that it
 * keeps its word.
 *
 * <p>Extend {@link dev.attache.resource.testkit.store.ConversationStoreContract}; what it tests,
 * and which hook lets it, is in {@code docs/test-kit.md}.
 */
@NullMarked
package dev.attache.resource.testkit.store;

import org.jspecify.annotations.NullMarked;
