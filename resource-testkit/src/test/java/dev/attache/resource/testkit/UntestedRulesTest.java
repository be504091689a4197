package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What a contract prints about the rules that it could not test. */
class UntestedRulesTest {

  @Test
  void namesEachHookWithTheRulesThatMissIt() {
    assertThat(printed(DefaultHooksTest.FoundHandlerContract.class))
        .startsWith("FoundHandlerContract: 23 rules were not tested:\n")
        .contains(
            "  fill endlessResource(): endsAtItsDeadline, endsAtOnceWhenInterrupted\n",
            "  fill missingUri(): neverTakesWhatIsGoneForUnchanged,"
                + " saysThatAMissingResourceIsNotFound\n")
        .endsWith(
            "  A hook that there is nothing to fill with can be declared: @DoesNotApply(hook ="
                + " \"…\", because = \"…\")\n");
  }

  @Test
  void saysNothingWhereAllThatIsMissingIsDeclared() {
    assertThat(printed(DoesNotApplyTest.BareContract.class)).isEmpty();
  }

  @Test
  void givesOtherReasonsInTheirOwnWords() {
    var rules = new TreeMap<>(Map.of("no /proc here", List.of("b", "a")));
    assertThat(HandlerCalls.UntestedRules.text("NotesTest", rules))
        .startsWith("NotesTest: 2 rules were not tested:\n  no /proc here: a, b\n");
    rules.put("no /proc here", List.of("a"));
    assertThat(HandlerCalls.UntestedRules.text("NotesTest", rules))
        .startsWith("NotesTest: 1 rule was not tested:\n");
  }

  /** Runs a contract as a build does, with the filters that JUnit finds. */
  private static String printed(Class<?> contract) {
    PrintStream console = System.out;
    var bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, UTF_8));
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request().selectors(selectClass(contract)).build());
    } finally {
      System.setOut(console);
    }
    return bytes.toString(UTF_8);
  }
}
