package dev.attache.resource.testkit;

/** Handlers that break a rule for sizes, times or interruptions are found. */
class LimitMutantsTest extends MutantsOfATheme {
  LimitMutantsTest() {
    super(LimitMutantTable.limits(), "lessons/limits.txt");
  }
}
