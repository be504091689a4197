/** The way in for Java programs. */
module dev.attache.facade {
  requires static org.jspecify;
  requires transitive dev.attache.agent;
  requires transitive dev.attache.store.embedded;

  exports dev.attache.facade;
}
