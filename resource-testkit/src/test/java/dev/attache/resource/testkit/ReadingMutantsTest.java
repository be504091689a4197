package dev.attache.resource.testkit;

import org.junit.jupiter.api.Tag;

/** Handlers that break a rule for contents or freshness are found. */
@Tag("slow")
class ReadingMutantsTest extends MutantsOfATheme {
  ReadingMutantsTest() {
    super(MutantTable.readings(), "lessons/readings.txt");
  }
}
