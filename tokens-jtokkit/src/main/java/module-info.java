/** Exact numbers of tokens by jtokkit. */
@SuppressWarnings({"requires-automatic", "module"}) // jtokkit has no descriptor
module dev.attache.tokens.jtokkit {
  requires static org.jspecify;
  requires jtokkit;
  requires transitive dev.attache.resource.core;

  exports dev.attache.tokens.jtokkit;
}
