package dev.attache.resource.testkit;

/** Handlers that break a rule for contents or freshness are found. */
class ReadingMutantsTest extends MutantsOfATheme {
  ReadingMutantsTest() {
    super(MutantTable.readings(), "lessons/readings.txt");
  }
}
