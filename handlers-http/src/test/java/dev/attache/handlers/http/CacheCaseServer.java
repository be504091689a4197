package dev.attache.handlers.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.Headers;

/**
 * The server's side of one {@link CacheCase}. It answers a condition with a 304 whenever it holds,
 * also where the table wants a full answer: so a cache that uses what it should not is found out.
 *
 * <p>A 304 has the headers of its step if the step is about validation. Else it has none, and what
 * the client then sees is what its cache knew.
 */
final class CacheCaseServer {

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final CacheCase test;
  private final List<RecordedRequest> requests = new ArrayList<>();
  private final List<Integer> answers = new ArrayList<>();
  private int step;
  private String body = "";
  private Headers headers = Headers.of();

  CacheCaseServer(CacheCase test) {
    this.test = test;
  }

  /** Begins a step. */
  synchronized void begin(int index) {
    step = index;
    requests.clear();
    answers.clear();
    CacheCase.Step now = test.steps().get(index);
    boolean isChanged = index == 0 || !now.expectedType().matches("cached|.*_validated");
    if (isChanged || now.json().has("response_body")) {
      body = now.body(String.format(Locale.ROOT, "%-36.36s", "step " + index + " of " + test.id()));
    }
  }

  /** The requests of this step, in order. */
  synchronized List<RecordedRequest> requests() {
    return List.copyOf(requests);
  }

  /** The status codes of the answers in this step, in order. */
  synchronized List<Integer> answers() {
    return List.copyOf(answers);
  }

  /** What the resource holds in this step. */
  synchronized String body() {
    return body;
  }

  synchronized MockResponse answer(RecordedRequest request) {
    requests.add(request);
    MockResponse response = isKnown(request) ? notModified() : full();
    answers.add(response.getCode());
    return response;
  }

  private boolean isKnown(RecordedRequest request) {
    String etag = request.getHeaders().get("If-None-Match");
    String date = request.getHeaders().get("If-Modified-Since");
    return etag != null
        ? etag.equals(headers.get("ETag"))
        : date != null && date.equals(headers.get("Last-Modified"));
  }

  private MockResponse notModified() {
    Headers.Builder fresh = new Headers.Builder();
    if (test.steps().get(step).expectedType().endsWith("_validated")) {
      fresh.addAll(stepHeaders());
    }
    return new MockResponse.Builder().code(304).headers(fresh.build()).build();
  }

  private MockResponse full() {
    headers = stepHeaders();
    Headers.Builder all = headers.newBuilder();
    if (headers.get("Content-Type") == null) {
      all.add("Content-Type", "text/plain");
    }
    all.set("Content-Length", String.valueOf(body.length()));
    return new MockResponse.Builder().body(body).headers(all.build()).build();
  }

  private Headers stepHeaders() {
    Headers.Builder built = new Headers.Builder();
    for (CacheCase.Header header : test.steps().get(step).headers("response_headers")) {
      String value =
          header.value().isInt()
              ? HTTP_DATE.format(Instant.now().plusSeconds(header.value().asInt()))
              : header.value().asText();
      built.addUnsafeNonAscii(header.name(), value);
    }
    return built.build();
  }
}
