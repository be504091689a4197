package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One request of HTTP and its answer, whose connection can be closed at any time. A redirect that
 * keeps the method is followed within the origin: many servers have their endpoint at {@code
 * /mcp/}. Elsewhere the headers of the definition, which are secret, must not go.
 */
final class HttpRoundTrip<T> {

  private static final Set<Integer> REDIRECTS = Set.of(307, 308);
  private static final int MOST_REDIRECTS = 5;

  private volatile @Nullable McpException end;
  private volatile @Nullable CompletableFuture<HttpResponse<T>> sent;
  private volatile @Nullable BodyReader<T> body;

  /**
   * Sends it.
   *
   * @param contents what is made of the body, by the head of the answer
   */
  CompletableFuture<HttpResponse<T>> send(
      HttpClient client,
      HttpRequest request,
      Function<ResponseInfo, BodyReader.Content<T>> contents) {
    return send(client, request, contents, MOST_REDIRECTS);
  }

  private CompletableFuture<HttpResponse<T>> send(
      HttpClient client,
      HttpRequest request,
      Function<ResponseInfo, BodyReader.Content<T>> contents,
      int redirects) {
    var target = new AtomicReference<@Nullable URI>();
    CompletableFuture<HttpResponse<T>> response =
        client.sendAsync(
            request,
            info -> {
              target.set(redirects > 0 ? target(request.uri(), info) : null);
              return target.get() == null
                  ? reader(contents.apply(info))
                  : BodySubscribers.replacing(null);
            });
    sent = response;
    if (end != null) {
      response.cancel(true);
    }
    return response.thenCompose(
        answer -> {
          URI next = target.get();
          return next == null
              ? CompletableFuture.completedFuture(answer)
              : send(client, moved(request, next), contents, redirects - 1);
        });
  }

  private static HttpRequest moved(HttpRequest request, URI target) {
    return HttpRequest.newBuilder(request, (name, value) -> true).uri(target).build();
  }

  /** Returns the target of a redirect to follow; null if this is no such redirect. */
  private static @Nullable URI target(URI from, ResponseInfo info) {
    String location = info.headers().firstValue("location").orElse("");
    if (!REDIRECTS.contains(info.statusCode()) || location.isEmpty()) {
      return null;
    }
    try {
      URI target = from.resolve(location);
      boolean isSameOrigin =
          from.getScheme().equalsIgnoreCase(target.getScheme())
              && from.getAuthority().equalsIgnoreCase(target.getAuthority());
      return isSameOrigin ? target : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private BodyReader<T> reader(BodyReader.Content<T> content) {
    var reader = new BodyReader<>(content);
    body = reader;
    McpException why = end;
    if (why != null) {
      reader.breakOff(why);
    }
    return reader;
  }

  /** Closes the connection, whatever has come of the answer. */
  void breakOff(McpException why) {
    end = why;
    BodyReader<T> reading = body;
    if (reading != null) {
      reading.breakOff(why);
    }
    CompletableFuture<?> sending = sent;
    if (sending != null) {
      sending.cancel(true);
    }
  }
}
