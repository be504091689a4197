package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request of HTTP and its answer, whose connection can be closed at any time. */
final class HttpRoundTrip<T> {

  private volatile @Nullable McpException end;
  private volatile @Nullable CompletableFuture<HttpResponse<T>> sent;
  private volatile @Nullable BodyReader<T> body;

  /**
   * Sends it, once.
   *
   * @param contents what is made of the body, by the head of the answer
   */
  CompletableFuture<HttpResponse<T>> send(
      HttpClient client,
      HttpRequest request,
      Function<ResponseInfo, BodyReader.Content<T>> contents) {
    CompletableFuture<HttpResponse<T>> response =
        client.sendAsync(request, info -> reader(contents.apply(info)));
    sent = response;
    if (end != null) {
      response.cancel(true);
    }
    return response;
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
