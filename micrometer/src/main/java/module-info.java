/** Counters and timers of Micrometer. */
@SuppressWarnings({
  "requires-automatic",
  "requires-transitive-automatic"
}) // Micrometer has no descriptor
module dev.attache.micrometer {
  requires static org.jspecify;
  requires transitive dev.attache.agent;
  requires transitive micrometer.core;

  exports dev.attache.micrometer;
}
