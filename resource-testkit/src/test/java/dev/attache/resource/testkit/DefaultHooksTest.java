package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.attache.resource.spi.ResourceHandler;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** What the contract does for an author who fills the two needed hooks only. */
class DefaultHooksTest {

  private final Events tests =
      EngineTestKit.engine("junit-jupiter")
          .selectors(selectClass(FoundHandlerContract.class))
          .execute()
          .testEvents();

  @Test
  void passes() {
    assertThat(tests.failed().list()).isEmpty();
    assertThat(tests.succeeded().count()).isEqualTo(23);
  }

  @Test
  void saysWhichHookEachTestMisses() {
    assertThat(tests.aborted().list())
        .extracting(DefaultHooksTest::line)
        .containsExactlyInAnyOrder(
            "givesEverySpellingItsCanonicalForm() not tested: override canonicalForms()",
            "refusesInvalidUris() not tested: override invalidUris()",
            "reportsABadReferenceBesideTheGoodOnes() not tested: override invalidUris()",
            "saysThatAMissingResourceIsNotFound() not tested: override missingUri()",
            "neverTakesWhatIsGoneForUnchanged() not tested: override missingUri()",
            "neverTakesWhatHasChangedForUnchanged() not tested: override"
                + " resourceInVersion(int)",
            "givesTheResourcesOfACollectionInOrder() not tested: override collections()",
            "givesAResourceOfExactlyTheLimit() not tested: override resourceOfSize(int)",
            "refusesAResourceOneByteAboveTheLimit() not tested: override resourceOfSize(int)",
            "countsBytesInsteadOfBelievingAClaim() not tested: override understatedResource(int)",
            "endsAtItsDeadline() not tested: override endlessResource()",
            "endsAtOnceWhenInterrupted() not tested: override endlessResource()");
  }

  private static String line(Event event) {
    Throwable reason =
        event.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
    return event.getTestDescriptor().getDisplayName()
        + " "
        + String.valueOf(reason.getMessage()).replaceFirst("^Assumption failed: ", "");
  }

  /** As short as a contract can be. */
  static final class FoundHandlerContract extends ResourceHandlerContract {
    @Override
    protected ResourceHandler handler() {
      return new FoundHandler();
    }

    @Override
    protected Map<String, byte[]> resources() {
      return Map.of("mem:top", "top".getBytes(UTF_8));
    }
  }
}
