package dev.attache.handlers.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.Headers;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** A page that gives its answers one after the other, the last for ever, and knows its requests. */
public final class ScriptedPage {

  private final String url;
  private final Deque<MockResponse> script = new ArrayDeque<>();
  private final List<RecordedRequest> requests = new ArrayList<>();
  private @Nullable String etag;

  public ScriptedPage(WebServer server, String path) {
    this.url = server.answer(path, this::answer);
  }

  private synchronized MockResponse answer(RecordedRequest request) {
    requests.add(request);
    if (etag != null && etag.equals(request.getHeaders().get("If-None-Match"))) {
      return notModified();
    }
    return script.size() > 1 ? script.remove() : script.element();
  }

  public String url() {
    return url;
  }

  public synchronized ScriptedPage then(MockResponse response) {
    script.add(response);
    return this;
  }

  public ScriptedPage thenFull(String body, String... headers) {
    return then(full(body, headers));
  }

  public ScriptedPage thenNotModified(String... headers) {
    return then(notModified(headers));
  }

  /** Gives this body unless the client has it. */
  public synchronized ScriptedPage whileUnchanged(String tag, String body) {
    etag = tag;
    return thenFull(body, "ETag", tag);
  }

  public static MockResponse full(String body, String... headers) {
    return full(body.getBytes(StandardCharsets.UTF_8), headers);
  }

  public static MockResponse full(byte[] body, String... headers) {
    return new MockResponse.Builder()
        .headers(headers(headers))
        .body(new Buffer().write(body))
        .build();
  }

  public static MockResponse notModified(String... headers) {
    return new MockResponse.Builder().code(304).headers(headers(headers)).build();
  }

  private static Headers headers(String... namesAndValues) {
    Headers.Builder headers = new Headers.Builder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.addUnsafeNonAscii(namesAndValues[i], namesAndValues[i + 1]);
    }
    return headers.build();
  }

  /** The conditions of each request, in order; an empty string for none. */
  public synchronized List<String> conditions() {
    return requests.stream().map(request -> conditions(request.getHeaders())).toList();
  }

  private static String conditions(Headers headers) {
    var conditions = new ArrayList<String>();
    for (String name : List.of("If-None-Match", "If-Modified-Since")) {
      headers.values(name).forEach(value -> conditions.add(name + ": " + value));
    }
    return String.join(", ", conditions);
  }
}
