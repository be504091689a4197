package dev.attache.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.McpException;
import dev.attache.mcp.session.ServerLink.Era;
import dev.attache.mcp.wire.Message;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that are never answered, and what is left of them. */
@Timeout(60)
class RequestChannelTest {

  private final SilentLink wire = new SilentLink();
  private final RequestChannel calls =
      new RequestChannel(
          "silent", wire, new UnaskedMessages(false, new UpdateListeners("silent", note -> {})));
  private final SentRequest call = new SentRequest("x", Map.of());

  @BeforeEach
  void open() throws McpException {
    calls.open(Era.LEGACY);
  }

  @Test
  void leavesNothingOfACallThatIsCancelled() {
    calls.send(call);
    assertThat(call.answer()).isNotDone();
    calls.cancel(call, "enough");
    assertThat(wire.sent.get(1))
        .isInstanceOfSatisfying(
            Message.Notification.class,
            told -> {
              assertThat(told.method()).isEqualTo("notifications/cancelled");
              assertThat(told.params())
                  .isEqualTo(Map.of("requestId", String.valueOf(call.id()), "reason", "enough"));
            });
    assertThat(calls.waiting()).isZero();
    wire.say(Message.Answer.result(String.valueOf(call.id()), Map.of("late", 1)));
    assertThat(call.answer()).isNotDone();
  }

  @Test
  void failsACallThatTheEndOfTheServerHasMissed() {
    wire.onTaken(wire::end);
    calls.send(call);
    assertThat(call.answer())
        .failsWithin(30, TimeUnit.SECONDS)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(ClosedChannelException.class);
  }

  @Test
  void failsACallAtTheEndOfTheServer() {
    calls.send(call);
    wire.close(false);
    assertThat(call.answer()).isCompletedExceptionally();
  }

  @Test
  void hasNoMoreToDoWithACallThatWasWaitedFor() {
    calls.send(call);
    assertThat(
            catchThrowableOfType(
                McpException.class, () -> calls.await(call, call.answer(), Duration.ofMillis(20))))
        .hasMessage("the MCP server silent did not answer x within 20 ms");
    wire.close(false);
    assertThat(call.answer()).isNotDone();
  }
}
