package dev.attache.resource.testkit;

/** Handlers that break a rule for references or candidates are found. */
class ExpansionMutantsTest extends MutantsOfATheme {
  ExpansionMutantsTest() {
    super(MutantTable.expansions(), "lessons/expansions.txt");
  }
}
