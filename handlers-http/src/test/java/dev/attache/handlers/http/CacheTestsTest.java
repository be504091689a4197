package dev.attache.handlers.http;

import static dev.attache.test.LongWait.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.handlers.http.cache.Answer;
import dev.attache.handlers.http.fetch.Environment;
import dev.attache.handlers.http.fetch.FetchLimits;
import dev.attache.handlers.http.fetch.HttpRun;
import dev.attache.handlers.http.fetch.HttpSettings;
import dev.attache.handlers.http.fetch.Revalidation;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import mockwebserver3.RecordedRequest;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suites of {@code cache-tests.json} that are about what our cache does.
 *
 * <p>They were made for caches that answer by themselves while something is fresh. Ours always
 * asks, so their expectations become:
 *
 * <ul>
 *   <li>{@code not_cached}: the server's answer to this request is given, and it came in full;
 *   <li>{@code etag_validated}, {@code lm_validated}: the request had that condition;
 *   <li>{@code cached}: the content of the stored answer is given, and its headers, and the server
 *       sent neither again; or, in the cases of {@link #ASKED_IN_FULL}, did.
 * </ul>
 */
@Tag("network")
class CacheTestsTest {

  /** Ours forwards nobody's requests, and conditions of its user would break its own. */
  private static final String CONDITION_OF_A_CLIENT =
      " cannot be configured: attache sets it itself";

  /** The cases that turn out otherwise, and what then happens. */
  private static final Map<String, String> OTHERWISE = new LinkedHashMap<>();

  static {
    // Required, but about a cache that is itself asked conditional questions.
    OTHERWISE.put("conditional-304-etag", CONDITION_OF_A_CLIENT);
    OTHERWISE.put("conditional-etag-precedence", CONDITION_OF_A_CLIENT);

    // Optimal, or not judged at all, and about the same.
    for (String id :
        List.of(
            "conditional-etag-strong-respond",
            "conditional-etag-strong-respond-obs-text",
            "conditional-etag-quoted-respond-unquoted",
            "conditional-etag-unquoted-respond-unquoted",
            "conditional-etag-unquoted-respond-quoted",
            "conditional-etag-weak-respond",
            "conditional-etag-weak-respond-lowercase",
            "conditional-etag-weak-respond-backslash",
            "conditional-etag-weak-respond-omit-slash",
            "conditional-etag-strong-respond-multiple-first",
            "conditional-etag-strong-respond-multiple-second",
            "conditional-etag-strong-respond-multiple-last",
            "conditional-etag-forward",
            "conditional-etag-forward-unquoted",
            "conditional-lm-fresh",
            "conditional-lm-fresh-earlier",
            "conditional-lm-stale",
            "conditional-lm-fresh-no-lm",
            "conditional-lm-fresh-rfc850")) {
      OTHERWISE.put(id, CONDITION_OF_A_CLIENT);
    }

    // Not judged: a validator goes back as it came, quotes or not, and only with the same request.
    OTHERWISE.put("conditional-etag-strong-generate-unquoted", "If-None-Match: abcdef");
    OTHERWISE.put("conditional-etag-vary-headers-mismatch", "If-None-Match: null");

    // Not judged: what is about the body as it was sent stays (RFC 9111, section 3.2).
    OTHERWISE.put("304-etag-update-response-Content-Encoding", "is encoded as \"arizqhypgxofwne\"");
    OTHERWISE.put("304-etag-update-response-Content-Range", "Content-Range: apetixmbqfujync");
    OTHERWISE.put("304-etag-update-response-Content-Type", "Content-Type: text/plain");

    // Not judged: cookies are never kept.
    OTHERWISE.put("304-etag-update-response-Set-Cookie", "Set-Cookie: null");
    OTHERWISE.put("304-etag-update-response-Set-Cookie2", "Set-Cookie2: null");
  }

  /** Optimal: that requests with other headers are the same is for the server to know. */
  private static final Set<String> ASKED_IN_FULL =
      Set.of(
          "vary-cache-key",
          "vary-normalise-lang-order",
          "vary-normalise-lang-case",
          "vary-normalise-lang-space",
          "vary-normalise-lang-select",
          "vary-normalise-space");

  private final Set<String> askedInFull = new TreeSet<>();

  /** An expectation of the table that was not met. */
  private static final class Unmet extends Exception {

    private static final long serialVersionUID = 1;

    Unmet(String found) {
      super(found);
    }
  }

  @Test
  void thereAreAsManyCasesAsThereWere() throws IOException {
    List<CacheCase> required = CacheCase.all().stream().filter(CacheCase::isRequired).toList();

    assertThat(CacheCase.all()).hasSize(74);
    assertThat(required).hasSize(25);
    assertThat(required)
        .extracting(CacheCase::id)
        .filteredOn(OTHERWISE::containsKey)
        .containsExactly("conditional-304-etag", "conditional-etag-precedence");
    assertThat(CacheCase.all()).extracting(CacheCase::id).containsAll(OTHERWISE.keySet());
    assertThat(CacheCase.all()).extracting(CacheCase::id).containsAll(ASKED_IN_FULL);
  }

  @TestFactory
  Stream<DynamicTest> cacheTests(@TempDir Path caches) throws IOException {
    return CacheCase.all().stream()
        .map(
            test ->
                DynamicTest.dynamicTest(
                    test.suite() + ": " + test.id() + ": " + test.name(),
                    () -> assertOutcome(test, caches)));
  }

  private void assertOutcome(CacheCase test, Path caches) throws Exception {
    String problem = problem(test, caches.resolve(test.id()));

    String expected = OTHERWISE.get(test.id());
    if (expected == null) {
      assertThat(problem).isNull();
    } else {
      assertThat(problem).contains(expected);
    }
    assertThat(askedInFull.contains(test.id())).isEqualTo(ASKED_IN_FULL.contains(test.id()));
  }

  /** What is not as the case wants it; null if all is. */
  private @Nullable String problem(CacheCase test, Path caches) throws Exception {
    var origin = new CacheCaseServer(test);
    try (var server = new WebServer()) {
      String url = server.answer("/" + test.id(), origin::answer);
      for (int i = 0; i < test.steps().size(); i++) {
        CacheCase.Step step = test.steps().get(i);
        origin.begin(i);
        try (Answer answer = resolve(server, url, step, caches)) {
          checkContent(test, step, origin, answer);
          checkRequest(step, origin.requests().get(0));
          checkHeaders(step, answer);
        }
      }
      return null;
    } catch (ResourceException | Unmet e) {
      return e.getMessage();
    }
  }

  private static Answer resolve(WebServer server, String url, CacheCase.Step step, Path caches)
      throws ResourceException {
    Map<String, Object> headers = new LinkedHashMap<>();
    for (CacheCase.Header header : step.headers("request_headers")) {
      headers.merge(header.name(), header.value().asText(), (a, b) -> a + ", " + b);
    }
    Map<String, Object> section =
        Map.of("allow", List.of(server.hostAndPort()), server.url(""), Map.of("headers", headers));
    var surroundings =
        new Environment(Map.of("XDG_CACHE_HOME", caches.toString()), Dns.SYSTEM, null);
    try (var run = new HttpRun(HttpSettings.of(section), surroundings, 1 << 20)) {
      var limits = new FetchLimits(1 << 20, PATIENCE, System.nanoTime());
      return new Revalidation(run, WebUrl.parse(url), limits, bytes -> {}).answer();
    }
  }

  private void checkContent(
      CacheCase test, CacheCase.Step step, CacheCaseServer origin, Answer answer)
      throws IOException, Unmet {
    require(answer.status() == 200, "status " + answer.status());
    try (InputStream in = answer.body().open()) {
      String content = new String(in.readAllBytes(), UTF_8);
      require(content.equals(origin.body()), "content: " + content);
    }
    List<Integer> answers = origin.answers();
    if (step.expectedType().equals("not_cached")) {
      require(answers.equals(List.of(200)), "answers: " + answers);
    } else if (step.expectedType().equals("cached") && !answers.equals(List.of(304))) {
      require(answers.equals(List.of(200)), "answers: " + answers);
      askedInFull.add(test.id());
    }
  }

  private static void checkRequest(CacheCase.Step step, RecordedRequest request) throws Unmet {
    if (step.expectedType().equals("etag_validated")) {
      require(request.getHeaders().get("If-None-Match") != null, "no If-None-Match");
    } else if (step.expectedType().equals("lm_validated")) {
      require(request.getHeaders().get("If-Modified-Since") != null, "no If-Modified-Since");
    }
    for (CacheCase.Header header : step.headers("expected_request_headers")) {
      check(header, request.getHeaders().get(header.name()));
    }
  }

  private static void checkHeaders(CacheCase.Step step, Answer answer) throws Unmet {
    for (CacheCase.Header header : step.headers("expected_response_headers")) {
      check(header, answer.headers().get(header.name()));
    }
  }

  private static void check(CacheCase.Header header, @Nullable String found) throws Unmet {
    JsonNode expected = header.value();
    boolean isMet = expected.isTextual() ? expected.asText().equals(found) : found != null;
    require(isMet, header.name() + ": " + found);
  }

  private static void require(boolean condition, String found) throws Unmet {
    if (!condition) {
      throw new Unmet(found);
    }
  }
}
