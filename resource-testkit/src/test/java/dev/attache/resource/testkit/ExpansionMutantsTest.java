package dev.attache.resource.testkit;

import org.junit.jupiter.api.Tag;

/** Handlers that break a rule for references or candidates are found. */
@Tag("slow")
class ExpansionMutantsTest extends MutantsOfATheme {
  ExpansionMutantsTest() {
    super(MutantTable.expansions(), "lessons/expansions.txt");
  }
}
