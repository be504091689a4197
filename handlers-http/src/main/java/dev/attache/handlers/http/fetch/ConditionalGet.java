package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.Answer;
import dev.attache.handlers.http.cache.Body;
import dev.attache.handlers.http.cache.BodySpooler;
import dev.attache.handlers.http.cache.Validators;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongConsumer;
import okhttp3.Headers;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** A GET of one URL, conditional where something is known of it, and what is answered. */
final class ConditionalGet {

  /** A server that wants a longer pause is not waited for. */
  private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

  private static final Duration DEFAULT_PAUSE = Duration.ofSeconds(1);

  private final HttpRun run;
  private final WebUrl url;
  private final Headers headers;
  private final FetchLimits limits;
  private final BodySpooler bodies;

  ConditionalGet(
      HttpRun run, WebUrl url, Headers headers, FetchLimits limits, LongConsumer progress) {
    this.run = run;
    this.url = url;
    this.headers = headers;
    this.limits = limits;
    this.bodies = new BodySpooler(run.temporaryFiles(), limits.maxBytes(), progress);
  }

  /**
   * Sends a request, and once more if the server is busy and asks for a short pause.
   *
   * @param known what an answer is recognised by that need not be sent again; null if none is
   */
  Answer send(@Nullable Validators known) throws ResourceException {
    Headers sent = known == null ? headers : known.conditional(headers);
    Request request = new Request.Builder().url(url.httpUrl()).headers(sent).build();
    Answer answer = sendOnce(request);
    Duration pause = answer.isBusy() ? pause(answer) : null;
    if (pause == null) {
      return answer;
    }
    answer.close();
    limits.pause(url, pause);
    return sendOnce(request);
  }

  /** How long to wait before another try; null if there is to be none. */
  private @Nullable Duration pause(Answer answer) {
    Duration wanted = answer.retryAfter(answer.fetchedAt());
    Duration pause = wanted == null ? DEFAULT_PAUSE : wanted;
    boolean isShort = pause.compareTo(MAX_PAUSE) <= 0 && pause.toNanos() < limits.nanosLeft();
    return isShort ? pause : null;
  }

  private Answer sendOnce(Request request) throws ResourceException {
    try {
      return askAgainIfRefused(request);
    } catch (IOException e) {
      throw new FetchFailure(url, run.settings().proxy(), limits.seconds()).of(e);
    }
  }

  /** What a server of HTTP/2 has refused it has not looked at (RFC 9113, section 8.7). */
  private Answer askAgainIfRefused(Request request) throws IOException {
    try {
      return ask(request);
    } catch (IOException e) {
      if (!FetchFailure.isRefused(e)) {
        throw e;
      }
      return ask(request);
    }
  }

  private Answer ask(Request request) throws IOException {
    RequestLimits.Turn turn = run.requests().await(url.origin(), limits.nanosLeft());
    try {
      return run.clients().send(request, this::receive, limits.nanosLeft());
    } finally {
      turn.end();
    }
  }

  private Answer receive(Response response) throws IOException {
    boolean hasBody = response.code() == 200;
    Body body = hasBody ? bodies.read(ContentCoding.open(response)) : Body.EMPTY;
    Instant now = Instant.now();
    return new Answer(response.code(), response.headers(), body, now, now);
  }
}
