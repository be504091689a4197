/** Counters and timers of Micrometer. */
@SuppressWarnings({
  "requires-automatic",
  "requires-transitive-automatic"
}) // Micrometer has no descriptor
module dev.attache.micrometer {
  requires static org.jspecify;
  requires transitive dev.attache.conversations;
  requires transitive micrometer.core;

  exports dev.attache.micrometer;
}
