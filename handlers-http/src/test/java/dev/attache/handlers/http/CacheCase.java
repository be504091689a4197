package dev.attache.handlers.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One test of {@code cache-tests.json}: what a client asks, what the server answers, and what is
 * expected of the cache between them.
 */
record CacheCase(String suite, String id, String name, boolean isRequired, List<Step> steps) {

  /** The suites that are about what our cache does: validating, and telling requests apart. */
  static final List<String> SUITES =
      List.of("conditional-inm", "conditional-lm", "update304", "vary", "vary-parse");

  /** One request of the client, with what the server has to say to it. */
  record Step(JsonNode json) {

    /** The expected way of answering; empty if there is none. */
    String expectedType() {
      return json.path("expected_type").asText();
    }

    List<Header> headers(String key) {
      var headers = new ArrayList<Header>();
      for (JsonNode header : json.path(key)) {
        headers.add(new Header(header));
      }
      return headers;
    }

    /** The body that the server gives; an ordinary one if the test does not care. */
    String body(String ordinary) {
      return json.path("response_body").asText(ordinary);
    }
  }

  /** A header in one of the forms of the table: a name, or a list of name, value and more. */
  record Header(JsonNode json) {

    String name() {
      return json.isTextual() ? json.asText() : json.path(0).asText();
    }

    /** The value; null in the JSON if only the name is given. */
    JsonNode value() {
      return json.path(1);
    }
  }

  static List<CacheCase> all() throws IOException {
    var cases = new ArrayList<CacheCase>();
    for (JsonNode suite : UrlVectors.json("http/cache-tests.json")) {
      String id = suite.path("id").asText();
      if (SUITES.contains(id)) {
        suite.path("tests").forEach(test -> cases.add(of(id, test)));
      }
    }
    return cases;
  }

  private static CacheCase of(String suite, JsonNode test) {
    var steps = new ArrayList<Step>();
    test.path("requests").forEach(request -> steps.add(new Step(request)));
    return new CacheCase(
        suite,
        test.path("id").asText(),
        test.path("name").asText(),
        test.path("kind").asText("required").equals("required"),
        steps);
  }
}
