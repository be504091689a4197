package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** What a contract says does not apply is no part of the run, and nothing else is left out. */
class DoesNotApplyTest {

  @Test
  void takesTheRulesOfAHookOutOfTheRun() {
    assertThat(rules(DefaultHooksTest.FoundHandlerContract.class))
        .hasSize(77)
        .contains("endsAtItsDeadline", "endsAtOnceWhenInterrupted");
    assertThat(rules(WithoutAnEndContract.class))
        .hasSize(75)
        .doesNotContain("endsAtItsDeadline", "endsAtOnceWhenInterrupted");
  }

  @Test
  void takesOutWhatAnOverriddenHookSays() {
    assertThat(rules(OfAnApplicationContract.class))
        .hasSize(72)
        .doesNotContain(
            "hasAPublicConstructorWithoutParameters",
            "isNamedInItsServicesFile",
            "givesExactlyTheBytesOfAResource",
            "keepsTheContextsOfCallsApart",
            "peeksAtWhatItWouldRead");
  }

  @Test
  void isInherited() {
    assertThat(rules(MoreContract.class))
        .hasSize(71)
        .doesNotContain("endsAtItsDeadline", "refusesInvalidUris");
  }

  @Test
  void leavesNothingToSkipWhereAllThatIsMissingIsDeclared() {
    Events tests = run(BareContract.class, new ApplicableRules());
    assertThat(tests.aborted().list()).isEmpty();
    assertThat(tests.failed().list()).isEmpty();
    assertThat(tests.succeeded().count()).isEqualTo(54);
    assertThat(Hooks.of(BareContract.class).inapplicable()).containsOnlyKeys(Hooks.needed());
  }

  @Test
  void isTheReasonWhereJUnitUsesNoFilters() {
    Map<String, String> aborted = messages(run(WithoutAnEndContract.class).aborted());
    assertThat(aborted)
        .containsEntry(
            "endsAtItsDeadline",
            "not tested: endlessResource() does not apply because a note ends");
  }

  @Test
  void leavesOtherTestsAsTheyAre() {
    assertThat(rules(OtherTests.class)).containsExactly("endsAtItsDeadline");
  }

  @Test
  void hidesNoHookThatIsFilled() {
    assertThat(failures(FilledContract.class))
        .containsExactly(
            Map.entry(
                "declaresOnlyWhatDoesNotApply",
                "[@DoesNotApply(hook = \"missingUri\") is for a hook that is not filled, and"
                    + " missingUri() is overridden: take away the one or the other]"));
  }

  @Test
  void namesAHookThatRulesNeed() {
    assertThat(failures(UnknownContract.class))
        .containsExactly(
            Map.entry(
                "declaresOnlyWhatDoesNotApply",
                "[@DoesNotApply names a hook that rules need, without its parentheses: \"resources\""
                    + " is none] they are [canonicalForms, collections, endlessResource,"
                    + " invalidUris, missingUri, openSources, resourceDeniedTo, resourceInVersion,"
                    + " resourceOfProgram, resourceOfSize, resourceWithSecret,"
                    + " understatedResource]"));
  }

  @Test
  void saysWhy() {
    assertThat(failures(WithoutAReasonContract.class))
        .containsExactly(
            Map.entry(
                "declaresOnlyWhatDoesNotApply",
                "[@DoesNotApply(hook = \"missingUri\") says why, and because is blank]"));
  }

  @Test
  void isNotSaidByAHookThatSaysWhatItWouldAnyway() {
    assertThat(failures(OverriddenForNothingContract.class))
        .containsExactly(
            Map.entry(
                "declaresOnlyWhatDoesNotApply",
                "[changesBetweenReads() takes rules out of the run by being overridden, and says"
                    + " false, as it does by default: take it away]"));
  }

  /** The tests that JUnit would run, as a build finds them. */
  private static List<String> rules(Class<?> contract) {
    TestPlan plan =
        LauncherFactory.create()
            .discover(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(contract)).build());
    return plan.getRoots().stream()
        .flatMap(root -> plan.getDescendants(root).stream())
        .filter(TestIdentifier::isTest)
        .map(TestIdentifier::getSource)
        .map(source -> ((MethodSource) source.orElseThrow()).getMethodName())
        .sorted()
        .toList();
  }

  private static Events run(Class<?> contract, ApplicableRules... filters) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(contract))
        .filters(filters)
        .execute()
        .testEvents();
  }

  /** The first line of what each failed test says. */
  private static Map<String, String> failures(Class<?> contract) {
    return messages(run(contract, new ApplicableRules()).failed());
  }

  private static Map<String, String> messages(Events events) {
    var messages = new TreeMap<String, String>();
    for (Event event : events.list()) {
      messages.put(name(event.getTestDescriptor()), message(event).lines().toList().get(0).strip());
    }
    return messages;
  }

  private static String name(TestDescriptor test) {
    return ((MethodSource) test.getSource().orElseThrow()).getMethodName();
  }

  private static String message(Event event) {
    return Stream.of(event.getRequiredPayload(TestExecutionResult.class))
        .flatMap(result -> result.getThrowable().stream())
        .map(thrown -> String.valueOf(thrown.getMessage()))
        .findFirst()
        .orElseThrow();
  }

  @DoesNotApply(hook = "endlessResource", because = "a note ends")
  static class WithoutAnEndContract extends DefaultHooksTest.FoundHandlerContract {}

  @DoesNotApply(hook = "invalidUris", because = "all URIs are valid")
  @DoesNotApply(hook = "collections", because = "each is one")
  static final class MoreContract extends WithoutAnEndContract {}

  static final class OfAnApplicationContract extends DefaultHooksTest.FoundHandlerContract {
    @Override
    protected boolean isFoundByServicesFile() {
      return false;
    }

    @Override
    protected boolean changesBetweenReads() {
      return true;
    }
  }

  @DoesNotApply(hook = "canonicalForms", because = "of a test")
  @DoesNotApply(hook = "collections", because = "of a test")
  @DoesNotApply(hook = "endlessResource", because = "of a test")
  @DoesNotApply(hook = "invalidUris", because = "of a test")
  @DoesNotApply(hook = "missingUri", because = "of a test")
  @DoesNotApply(hook = "openSources", because = "of a test")
  @DoesNotApply(hook = "resourceDeniedTo", because = "of a test")
  @DoesNotApply(hook = "resourceInVersion", because = "of a test")
  @DoesNotApply(hook = "resourceOfProgram", because = "of a test")
  @DoesNotApply(hook = "resourceOfSize", because = "of a test")
  @DoesNotApply(hook = "resourceWithSecret", because = "of a test")
  @DoesNotApply(hook = "understatedResource", because = "of a test")
  static final class BareContract extends DefaultHooksTest.FoundHandlerContract {}

  @DoesNotApply(hook = "missingUri", because = "there is everything")
  static final class FilledContract extends DefaultHooksTest.FoundHandlerContract {
    @Override
    protected String missingUri() {
      return "mem:missing";
    }
  }

  @DoesNotApply(hook = "resources", because = "there is nothing")
  static final class UnknownContract extends DefaultHooksTest.FoundHandlerContract {}

  @DoesNotApply(hook = "missingUri", because = " ")
  static final class WithoutAReasonContract extends DefaultHooksTest.FoundHandlerContract {}

  static final class OverriddenForNothingContract extends DefaultHooksTest.FoundHandlerContract {
    @Override
    protected boolean changesBetweenReads() {
      return false;
    }
  }

  @DoesNotApply(hook = "endlessResource", because = "of a test")
  static final class OtherTests {
    @Test
    @Needs("endlessResource")
    void endsAtItsDeadline() {}
  }
}
