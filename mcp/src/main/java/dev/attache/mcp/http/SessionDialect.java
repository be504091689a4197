package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.Handshake;
import dev.attache.mcp.session.QuestionLimit;
import dev.attache.mcp.wire.Message;
import dev.attache.support.json.LenientValues;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The dialect from 2025-03-26 to 2025-11-25: a session, which the answer to {@code initialize}
 * begins and a {@code DELETE} ends, and a stream for what the server says unasked.
 */
final class SessionDialect implements HttpDialect {

  private static final String LATEST = "2025-11-25";
  private static final String INITIALIZE = "initialize";
  private static final String SESSION_HEADER = "Mcp-Session-Id";

  private static final int METHOD_NOT_FOUND = -32601;

  /**
   * Statuses that mean there is no stream of notices: 405 as the protocol has it, 404 where {@code
   * GET} is unknown, and 200 with a body that is no stream.
   */
  private static final Set<Integer> NO_STREAM = Set.of(200, 404, 405);

  private static final int MAX_FAILURE = 1 << 16;

  private final HttpClient client;
  private final McpServer.Endpoint way;
  private final HttpFailures failures;
  private final NoticeStream notices;
  private final QuestionLimit questions = new QuestionLimit();
  private final Set<HttpRoundTrip<?>> trips = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Host host;
  private volatile String version = LATEST;
  private volatile @Nullable String session;
  private volatile @Nullable McpException end;

  SessionDialect(HttpClient client, McpServer.Endpoint way, int maxBytes, HttpFailures failures) {
    this.client = client;
    this.way = way;
    this.failures = failures;
    this.notices = new NoticeStream(this::openStream, maxBytes, failures);
  }

  @Override
  public void start(Host newHost) {
    host = newHost;
    notices.onMessage(newHost::received);
  }

  @Override
  public boolean isSent(Message message) {
    return true;
  }

  @Override
  public void apply(Message message, HttpRequest.Builder request) {
    apply(request);
    if (message instanceof Message.Request asked) {
      notices.requested(asked);
    }
  }

  private void apply(HttpRequest.Builder request) {
    request.setHeader("Cache-Control", "no-cache");
    request.setHeader("MCP-Protocol-Version", version);
    String known = session;
    if (known != null) {
      request.setHeader(SESSION_HEADER, known);
    }
  }

  @Override
  public void accepted(Message.Request asked, HttpHeaders headers) {
    if (asked.method().equals(INITIALIZE)) {
      session = headers.firstValue(SESSION_HEADER).filter(id -> !id.isEmpty()).orElse(null);
    }
  }

  @Override
  public void taken(Message sent) {
    boolean isGreeted =
        sent instanceof Message.Notification notice
            && notice.method().equals(Handshake.INITIALIZED);
    if (isGreeted) {
      notices.begin();
    }
  }

  @Override
  public @Nullable Message received(Message message, Message.@Nullable Request asked) {
    if (message instanceof Message.Request question) {
      return isTaken(question) ? message : null;
    }
    if (asked != null
        && asked.method().equals(INITIALIZE)
        && message instanceof Message.Answer answer
        && LenientValues.object(answer.result()).get("protocolVersion") instanceof String agreed) {
      version = agreed;
    }
    return message;
  }

  /** Whether a question is one that may be answered. */
  private boolean isTaken(Message.Request question) {
    boolean isAdmitted = questions.admits();
    if (!isAdmitted) {
      end(failures.ofOwn(Kind.CLOSED, QuestionLimit.exceeded()));
    }
    return isAdmitted && QuestionLimit.isShort(question);
  }

  private void end(McpException why) {
    Host known = host;
    if (known != null) {
      known.end(why);
    }
  }

  @Override
  public Message.Answer refused(HttpResponse<byte[]> refusal, Message.@Nullable Request asked)
      throws McpException {
    throw refusal(refusal.statusCode(), refusal.headers(), refusal.body());
  }

  private McpException refusal(int status, HttpHeaders headers, byte[] body) {
    if (!isEndOfSession(status, body)) {
      return failures.ofStatus(status, headers, body);
    }
    McpException over = failures.ofSession();
    end(over);
    return over;
  }

  /** By the protocol it is 404; many servers say 400, and that in words. */
  private boolean isEndOfSession(int status, byte[] body) {
    if (session == null) {
      return false;
    }
    Message.ErrorObject error = HttpFailures.error(body);
    if (status == 404) {
      return error == null || error.code() != METHOD_NOT_FOUND;
    }
    return status == 400
        && error != null
        && error.message().toLowerCase(Locale.ROOT).contains("session");
  }

  /** Opens the stream of what is said unasked; see {@link NoticeStream.Opening}. */
  private CompletableFuture<Boolean> openStream(BodyReader.Content<Boolean> events) {
    var hasBegun = new AtomicBoolean();
    return ask(
            request().setHeader("Accept", "text/event-stream").GET(),
            info -> {
              if (info.statusCode() / 100 == 2 && HttpCall.isEvents(info.headers())) {
                hasBegun.set(true);
                return events;
              }
              return new Refusal(info);
            })
        .handle(
            (response, thrown) -> {
              if (!hasBegun.get() && thrown != null) {
                throw new CompletionException(thrown);
              }
              return hasBegun.get();
            });
  }

  /** The body of a refusal to open a stream. */
  private final class Refusal implements BodyReader.Content<Boolean> {

    private final ResponseInfo info;
    private final BoundedBytes bytes = new BoundedBytes(MAX_FAILURE, null);

    Refusal(ResponseInfo info) {
      this.info = info;
    }

    @Override
    public void add(ByteBuffer buffer) throws McpException {
      bytes.add(buffer);
    }

    @Override
    public Boolean end() throws McpException {
      if (NO_STREAM.contains(info.statusCode())) {
        return false;
      }
      throw failures.ofStatus(info.statusCode(), info.headers(), bytes.end());
    }
  }

  @Override
  public @Nullable HttpRequest resumption(String lastEvent) {
    try {
      HttpRequest.Builder request = request();
      apply(request);
      request.setHeader("Accept", "text/event-stream");
      return request.setHeader("Last-Event-ID", lastEvent).build();
    } catch (IllegalArgumentException e) { // what the server calls the event is no header
      return null;
    }
  }

  @Override
  public CompletableFuture<?> farewell() {
    notices.close();
    return session == null || end != null
        ? CompletableFuture.completedFuture(null)
        : ask(request().DELETE(), info -> new BoundedBytes(MAX_FAILURE, null));
  }

  private HttpRequest.Builder request() {
    var request = HttpRequest.newBuilder(way.url());
    EndpointHeaders.apply(way.headers(), request);
    return request;
  }

  private <T> CompletableFuture<HttpResponse<T>> ask(
      HttpRequest.Builder request, Function<ResponseInfo, BodyReader.Content<T>> contents) {
    var trip = new HttpRoundTrip<T>();
    trips.add(trip);
    McpException why = end;
    if (why != null) {
      trip.breakOff(why);
    }
    try {
      apply(request);
      return trip.send(client, request.build(), contents)
          .whenComplete((response, thrown) -> trips.remove(trip));
    } catch (IllegalArgumentException e) { // what the server calls the session is no header
      trips.remove(trip);
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void close(McpException why) {
    end = why;
    notices.close();
    trips.forEach(trip -> trip.breakOff(why));
  }
}
