package dev.attache.resource.testkit.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Tools that break a rule of the contract are found, by the test of that rule and no other. */
@Tag("slow")
class ToolMutantsTest {

  private static List<String> broken(Class<?> contract) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(contract))
        .execute()
        .testEvents()
        .failed()
        .stream()
        .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
        .sorted()
        .toList();
  }

  static final class Misnamed extends ToolContractTest {
    @Override
    protected Tool tool() {
      return new SampleTool(null) {
        @Override
        public String name() {
          return "greet somebody";
        }
      };
    }
  }

  static final class Untyped extends ToolContractTest {
    @Override
    protected Tool tool() {
      return new SampleTool(null) {
        @Override
        public Map<String, Object> inputSchema() {
          return Map.of();
        }
      };
    }
  }

  static final class Changing extends ToolContractTest {
    @Override
    protected Tool tool() {
      var asked = new AtomicInteger();
      return new SampleTool(null) {
        @Override
        public String description() {
          return "Asked " + asked.incrementAndGet() + " times";
        }
      };
    }
  }

  static final class Noisy extends ToolContractTest {
    @Override
    protected Tool tool() {
      return new SampleTool(null) {
        @Override
        public String description() {
          return "\u001b[31mRed";
        }
      };
    }
  }

  static final class Speechless extends ToolContractTest {
    @Override
    protected Tool tool() {
      return new SampleTool(null) {
        @Override
        public ToolResponse call(ToolContext context, Duration timeout) {
          return ToolResponse.of();
        }
      };
    }
  }

  /** Gives what it has when its end comes, as if that were all. */
  static final class Hasty extends ToolContractTest {
    @Override
    protected Tool dying() {
      return new SampleTool(null) {
        @Override
        public ToolResponse call(ToolContext context, Duration timeout) {
          return ToolResponse.of(TextBlock.of("hel"));
        }
      };
    }
  }

  /** Takes what a program prints for a text, whatever it is. */
  static final class Unread extends ToolContractTest {
    @Override
    protected Tool answering(byte[] answer) {
      return new SampleTool(null) {
        @Override
        public ToolResponse call(ToolContext context, Duration timeout) {
          return ToolResponse.of(TextBlock.of("text"));
        }
      };
    }
  }

  @Test
  void areFoundByTheRuleThatTheyBreak() {
    assertThat(broken(ToolContractTest.class)).isEmpty();
    assertThat(broken(Misnamed.class)).containsExactly("hasANameThatEveryProviderTakes");
    assertThat(broken(Untyped.class)).containsExactly("takesAnObject");
    assertThat(broken(Changing.class)).containsExactly("saysTheSameOfItselfAtEveryCall");
    assertThat(broken(Noisy.class)).containsExactly("describesItselfInPlainText");
    assertThat(broken(Speechless.class)).containsExactly("answersACall");
    assertThat(broken(Hasty.class)).containsExactly("isAFailureIfItEndsInTheMiddle");
    assertThat(broken(Unread.class))
        .containsExactly(
            "isNotAskedForEver", "keepsBlocksThatNobodyKnows", "keepsWhatIsSoundBesideWhatIsNot");
  }
}
