/**
 * The contracts of handlers, converters, tools, stores and providers of models as JUnit tests,
 * which JUnit has to see whole.
 */
module dev.attache.resource.testkit {
  requires static org.jspecify;
  requires transitive dev.attache.conversations;
  requires transitive dev.attache.model.api;
  requires transitive dev.attache.resource.core;
  requires transitive org.junit.jupiter.api;
  requires transitive org.assertj.core;
  requires transitive org.junit.platform.launcher;
  requires transitive org.junit.platform.engine;
  requires org.opentest4j;

  exports dev.attache.resource.testkit;
  exports dev.attache.resource.testkit.convert;
  exports dev.attache.resource.testkit.model;
  exports dev.attache.resource.testkit.store;
  exports dev.attache.resource.testkit.tool;

  uses dev.attache.model.ModelProvider;
  uses dev.attache.resource.convert.ContentConverter;
  uses dev.attache.resource.spi.ResourceHandler;

  provides org.junit.platform.launcher.PostDiscoveryFilter with
      dev.attache.resource.testkit.ApplicableRules;

  opens dev.attache.resource.testkit;
  opens dev.attache.resource.testkit.model;
  opens dev.attache.resource.testkit.store;
  opens dev.attache.resource.testkit.tool;
  opens dev.attache.resource.testkit.trial;
}
