package dev.attache.server.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.Noted;
import dev.attache.server.rpc.McpMethod;
import dev.attache.server.rpc.MethodEntry;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is told of a request that fails. */
class FailedRequestTest {

  private final Noted noted = new Noted();

  private byte @Nullable [] answer(McpMethod method) throws RequestException {
    return answer(request(method));
  }

  private RunningRequest request(McpMethod method) throws RequestException {
    return new RunningRequest(1, Params.of(Map.of()), MethodEntry.atOnce(method), noted::note);
  }

  private static byte @Nullable [] answer(RunningRequest request) {
    request.run();
    return request.answer().join();
  }

  @Test
  void saysToThePeopleAndToTheClientWhy() throws RequestException {
    byte[] answer =
        answer(
            (params, out) -> {
              throw new IOException("the disk is full");
            });
    assertThat(answer)
        .asString(UTF_8)
        .isEqualTo(
            "{'jsonrpc':'2.0','id':1,'error':{'code':-32603,'message':'the disk is full'}}"
                .replace('\'', '"'));
    assertThat(noted.lines).containsExactly("a request failed: the disk is full");
  }

  @Test
  void namesAFailureThatSaysNothing() throws RequestException {
    byte[] answer =
        answer(
            (params, out) -> {
              throw new ClosedByInterruptException();
            });
    assertThat(answer).asString(UTF_8).contains("java.nio.channels.ClosedByInterruptException");
  }

  @Test
  void saysNothingWhenTheClientHasGivenItUp() throws RequestException {
    var cancelled = new AtomicReference<RunningRequest>();
    RunningRequest request =
        request(
            (params, out) -> {
              Objects.requireNonNull(cancelled.get()).cancel();
              throw new IOException("interrupted");
            });
    cancelled.set(request);
    assertThat(answer(request)).isNull();
    assertThat(noted.lines).isEmpty();
  }
}
