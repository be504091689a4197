package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Handlers that break a rule for schemes, classes or canonical forms are found. */
class AddressMutantsTest extends MutantsOfATheme {
  AddressMutantsTest() {
    super(MutantTable.addresses(), "lessons/addresses.txt");
  }

  @Test
  void findsAHandlerThatCannotBeLoaded() {
    Mutant noPublicClass = Mutant.of("no public class", () -> new SampleHandler() {});
    assertThat(noPublicClass.failures(Mutant.BrokenContract.class))
        .containsOnlyKeys("hasAPublicConstructorWithoutParameters", "isNamedInItsServicesFile");
  }
}
