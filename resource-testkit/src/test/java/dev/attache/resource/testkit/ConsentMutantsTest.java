package dev.attache.resource.testkit;

/** Handlers that break a rule for requesters, programs or secrets are found. */
class ConsentMutantsTest extends MutantsOfATheme {
  ConsentMutantsTest() {
    super(LimitMutantTable.consents(), "lessons/consents.txt");
  }
}
