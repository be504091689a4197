package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.attache.test.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each rule that a handler breaks fails the tests of that rule, and no others, with a lesson. */
abstract class MutantsOfATheme {

  private final List<Mutant> mutants;
  private final String lessonsFile;

  /** What fails for each mutant: a line for the mutant, and one for each test and its message. */
  private final StringBuilder lessons = new StringBuilder();

  MutantsOfATheme(List<Mutant> mutants, String lessonsFile) {
    this.mutants = mutants;
    this.lessonsFile = lessonsFile;
  }

  @TestFactory
  Stream<DynamicTest> findsEachMutant() {
    var tests = new ArrayList<DynamicTest>();
    mutants.forEach(mutant -> tests.add(dynamicTest(mutant.name(), () -> assertFound(mutant))));
    tests.add(
        dynamicTest(
            "teaches what to do",
            () ->
                Golden.assertMatches(
                    lessonsFile,
                    lessons.toString(),
                    "what the kit says to who breaks a rule; -Dattache.golden=write writes it")));
    return tests.stream();
  }

  private void assertFound(Mutant mutant) {
    Map<String, String> failures = mutant.failures();
    assertThat(failures.keySet()).containsExactlyInAnyOrderElementsOf(mutant.tests());
    lessons.append(mutant.name()).append('\n');
    failures.forEach(
        (test, lesson) ->
            lessons.append("  ").append(test).append(": ").append(lesson).append('\n'));
    assertThat(failures.values())
        .as("each failure begins with the rule and what to do, not with an exception")
        .noneMatch(lesson -> lesson.startsWith("no lesson"));
  }
}
