package dev.attache.resource.testkit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.attache.resource.spi.ResourceHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/**
 * A handler that breaks a rule.
 *
 * @param name what is wrong with it
 * @param handler makes one
 * @param tests those of the contract that have to see it
 */
record Mutant(String name, Supplier<ResourceHandler> handler, List<String> tests) {

  static Mutant of(String name, Supplier<ResourceHandler> handler, String... tests) {
    return new Mutant(name, handler, List.of(tests));
  }

  /** Runs the contract; gives the failed tests and what they say. */
  Map<String, String> failures() {
    return failures(MadeContract.class);
  }

  Map<String, String> failures(Class<? extends BrokenContract> contract) {
    BrokenContract.mutant = this;
    var failures = new TreeMap<String, String>();
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(contract))
        .execute()
        .testEvents()
        .failed()
        .stream()
        .forEach(event -> failures.put(testName(event), lesson(event)));
    return failures;
  }

  private static String testName(Event event) {
    return event
        .getTestDescriptor()
        .getSource()
        .map(source -> ((MethodSource) source).getMethodName())
        .orElseThrow();
  }

  /** What AssertJ puts into brackets before all else. */
  private static String lesson(Event event) {
    String message =
        String.valueOf(
            event
                .getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .map(Throwable::getMessage)
                .orElse(null));
    int open = message.indexOf('[');
    int close = message.indexOf(']', message.indexOf(" [") > 0 ? message.indexOf(']') : 0);
    return open < 0 || close < 0 || !message.substring(0, open).isBlank()
        ? "no lesson: " + message
        : message.substring(open + 1, close);
  }

  /**
   * The contract of whatever handler is broken at the moment. What has to fail is not waited for as
   * long as usual; all else is, as this machine may be busy, too.
   */
  static class BrokenContract extends SampleContract {
    static Mutant mutant = of("none", SampleHandler::new);

    private boolean hasToFail;

    @BeforeEach
    void look(TestInfo test) {
      hasToFail = mutant.tests().contains(test.getTestMethod().orElseThrow().getName());
    }

    @Override
    protected ResourceHandler handler() {
      return mutant.handler().get();
    }

    @Override
    Duration deadline() {
      return hasToFail ? super.deadline() : Duration.ofMillis(20);
    }

    @Override
    Duration patience() {
      return hasToFail ? Duration.ofMillis(200) : super.patience();
    }
  }

  /** The same for one that only an application makes, as all mutants but one are. */
  static final class MadeContract extends BrokenContract {
    @Override
    protected boolean isFoundByServicesFile() {
      return false;
    }
  }
}
