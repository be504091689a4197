package dev.attache.resource.testkit;

/** Handlers that break a rule for many calls, or leave something behind, are found. */
class RunMutantsTest extends MutantsOfATheme {
  RunMutantsTest() {
    super(LimitMutantTable.runs(), "lessons/runs.txt");
  }
}
