/** Handlers in jars by others: reading, trusting and loading them. */
module dev.attache.handler.jars {
  requires static org.jspecify;
  requires transitive dev.attache.resource.core;

  exports dev.attache.jars;
  exports dev.attache.jars.trust;

  uses dev.attache.resource.tool.ResultRenderer;
}
