/** Handlers, renderers and providers of models in jars by others: reading, trusting, loading. */
module dev.attache.handler.jars {
  requires static org.jspecify;
  requires transitive dev.attache.model.api;
  requires transitive dev.attache.resource.core;

  exports dev.attache.jars;
  exports dev.attache.jars.trust;

  uses dev.attache.resource.tool.ResultRenderer;
}
