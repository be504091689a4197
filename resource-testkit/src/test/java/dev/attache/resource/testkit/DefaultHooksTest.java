package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.attache.resource.spi.ResourceHandler;
import dev.attache.test.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
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
    assertThat(tests.succeeded().count()).isEqualTo(54);
  }

  @Test
  void saysWhichHookEachTestMisses() {
    String lines =
        tests.aborted().stream()
            .map(DefaultHooksTest::line)
            .sorted()
            .collect(Collectors.joining("\n", "", "\n"));
    Golden.assertMatches(
        "hooks.txt", lines, "which hook switches which test on; docs/test-kit.md says so, too");
    assertThat(lines.lines())
        .allMatch(line -> line.contains("() not tested: override "), "names a hook");
    assertThat(lines.lines().map(DefaultHooksTest::hook))
        .as("the hook in the message is the one that @Needs names")
        .hasSameElementsAs(Hooks.needed());
  }

  @Test
  void isDocumented() throws IOException {
    String document = Files.readString(Path.of("../docs/test-kit.md"));
    for (Event aborted : tests.aborted().list()) {
      String line = line(aborted);
      String test = line.substring(0, line.indexOf('('));
      String hook = hook(line);
      assertThat(document.lines())
          .as("docs/test-kit.md says in one row that %s switches on %s", hook, test)
          .anyMatch(row -> row.startsWith("| `" + hook + "(") && row.contains("`" + test + "`"));
    }
    assertThat(document)
        .as("docs/test-kit.md counts the tests")
        .contains(tests.succeeded().count() + " of the " + tests.started().count() + " tests");
  }

  private static String line(Event event) {
    Throwable reason =
        event.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
    return event.getTestDescriptor().getDisplayName()
        + " "
        + String.valueOf(reason.getMessage()).replaceFirst("^Assumption failed: ", "");
  }

  private static String hook(String line) {
    return line.replaceFirst(".*: override ", "").replaceFirst("\\(.*", "");
  }

  /** As short as a contract can be. */
  static class FoundHandlerContract extends ResourceHandlerContract {
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
