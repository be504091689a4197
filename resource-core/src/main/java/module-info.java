/** The engine that turns references into snapshots. */
@SuppressWarnings("requires-automatic") // Tika, which only makes tables at build time
module dev.attache.resource.core {
  requires static org.jspecify;
  requires static org.apache.tika.core;
  requires com.google.common;
  requires transitive dev.attache.resource.support;

  exports dev.attache.budget;
  exports dev.attache.core;
  exports dev.attache.core.convert;
  exports dev.attache.core.outcome;
  exports dev.attache.core.routing;
  exports dev.attache.core.tool;
  exports dev.attache.core.trust;
  exports dev.attache.tokens;
  exports dev.attache.types;
  exports dev.attache.types.text;

  uses dev.attache.resource.spi.ResourceHandler;
  uses dev.attache.types.TypeRules;
}
