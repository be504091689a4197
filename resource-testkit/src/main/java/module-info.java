// The contracts of handlers and tools as JUnit tests, which JUnit has to see whole.
open module dev.attache.resource.testkit {
  requires static org.jspecify;
  requires transitive dev.attache.resource.core;
  requires transitive org.junit.jupiter.api;
  requires transitive org.assertj.core;
  requires transitive org.junit.platform.launcher;
  requires transitive org.junit.platform.engine;
  requires org.opentest4j;

  exports dev.attache.resource.testkit;
  exports dev.attache.resource.testkit.tool;

  uses dev.attache.resource.spi.ResourceHandler;

  provides org.junit.platform.launcher.PostDiscoveryFilter with
      dev.attache.resource.testkit.ApplicableRules;
}
