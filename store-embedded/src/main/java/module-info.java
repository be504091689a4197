/** The store of conversations in a directory, and in memory. */
module dev.attache.store.embedded {
  requires static org.jspecify;
  requires com.github.benmanes.caffeine;
  requires transitive dev.attache.conversations;

  exports dev.attache.store;
  exports dev.attache.store.memory;
}
