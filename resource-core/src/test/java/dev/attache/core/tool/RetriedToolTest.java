package dev.attache.core.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetriedToolTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final List<Duration> pauses = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private boolean isReadOnly = true;
  private boolean throwsFailures;
  private int calls;

  private final ToolContext context =
      new ToolContext(
          "busy",
          Map.of(),
          Map.of(),
          Map.of(),
          null,
          new ToolObserver() {
            @Override
            public void note(String line) {
              notes.add(line);
            }
          });

  /** A tool that is busy for as many calls. */
  private Tool busyFor(int failures, boolean isTransient) {
    return new Tool() {
      @Override
      public String name() {
        return "busy";
      }

      @Override
      public String description() {
        return "";
      }

      @Override
      public Map<String, Object> inputSchema() {
        return Map.of();
      }

      @Override
      public Map<String, Object> annotations() {
        return Map.of("readOnlyHint", isReadOnly);
      }

      @Override
      public String source() {
        return LOCAL;
      }

      @Override
      public ToolResponse call(ToolContext given, Duration timeout) throws ResourceException {
        calls++;
        if (calls > failures) {
          return ToolResponse.of(TextBlock.of("done"));
        }
        if (throwsFailures) {
          var failure = ResourceException.of(ResourceException.Kind.FAILED, null, "gone");
          throw isTransient ? failure.asTransient() : failure;
        }
        return new ToolResponse(
            List.of(TextBlock.of("busy")),
            true,
            Map.of(ToolResponse.ERROR, Map.of("transient", isTransient)));
      }
    };
  }

  private ToolResponse call(Tool tool, int retries, Duration timeout) throws ResourceException {
    return new RetriedTool(tool, retries, pauses::add).call(context, timeout);
  }

  @Test
  void triesAgainAfterPausesThatDouble() throws ResourceException {
    assertThat(call(busyFor(2, true), 2, LONG).isError()).isFalse();
    assertThat(calls).isEqualTo(3);
    assertThat(pauses).containsExactly(Duration.ofMillis(250), Duration.ofMillis(500));
    assertThat(notes).hasSize(2).containsOnly("failed, but may succeed next time; trying again");
  }

  @Test
  void givesUpAfterAsManyTries() throws ResourceException {
    assertThat(call(busyFor(9, true), 2, LONG).error().isTransient()).isTrue();
    assertThat(calls).isEqualTo(3);
  }

  @Test
  void doesNotTryAgainWhatWouldFailAgain() throws ResourceException {
    assertThat(call(busyFor(1, false), 2, LONG).isError()).isTrue();
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void doesNotTryAgainWhatMayHaveChangedSomething() throws ResourceException {
    isReadOnly = false;
    assertThat(call(busyFor(1, true), 2, LONG).isError()).isTrue();
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void staysWithinTheTimeOfTheCall() throws ResourceException {
    assertThat(call(busyFor(1, true), 2, Duration.ofMillis(200)).isError()).isTrue();
    assertThat(calls).isEqualTo(1);
    assertThat(pauses).isEmpty();
  }

  @Test
  void triesAgainWhatCouldNotBeCalled() throws ResourceException {
    throwsFailures = true;
    assertThat(call(busyFor(1, true), 1, LONG).isError()).isFalse();
    calls = 0;
    assertThat(catchThrowableOfType(ResourceException.class, () -> call(busyFor(9, true), 1, LONG)))
        .hasMessage("gone");
    assertThat(calls).isEqualTo(2);
    calls = 0;
    assertThat(
            catchThrowableOfType(ResourceException.class, () -> call(busyFor(9, false), 1, LONG)))
        .hasMessage("gone");
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void stopsWhenItIsInterruptedBetweenTwoTries() {
    Tool tool =
        new RetriedTool(
            busyFor(9, true),
            1,
            time -> {
              throw new InterruptedException();
            });
    ResourceException failure =
        catchThrowableOfType(ResourceException.class, () -> tool.call(context, LONG));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure).hasMessage("busy was interrupted between two tries");
    assertThat(failure.kind()).isEqualTo(ResourceException.Kind.TIMEOUT);
  }

  @Test
  void isTheSameToolOtherwise() {
    Tool tool = RetriedTool.of(busyFor(0, true), 2);
    assertThat(tool.name()).isEqualTo("busy");
    assertThat(tool.isReadOnly()).isTrue();
    assertThat(tool.source()).isEqualTo(Tool.LOCAL);
    assertThatThrownBy(() -> RetriedTool.of(tool, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("retries (-1) must not be negative");
  }
}
