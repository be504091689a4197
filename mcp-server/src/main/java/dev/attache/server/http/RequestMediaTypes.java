package dev.attache.server.http;

import com.sun.net.httpserver.Headers;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The checks of the media types that a request names. */
final class RequestMediaTypes {

  private RequestMediaTypes() {}

  /** Checks that the body is said to be JSON. */
  static void checkContentType(Headers headers) throws RefusedException {
    String type = headers.getFirst("Content-Type");
    if (type == null || !withoutParameters(type).equals("application/json")) {
      throw RefusedException.of(
          415,
          "content type "
              + (type == null ? "is missing" : type + " is not taken")
              + ": send the header Content-Type: application/json");
    }
  }

  /** Checks that a client takes answers of all the types; one that says nothing does. */
  static void checkAccepted(Headers headers, String... types) throws RefusedException {
    List<String> values = headers.getOrDefault("Accept", List.of());
    if (values.isEmpty()) {
      return;
    }
    Set<String> accepted = new HashSet<>();
    for (String value : values) {
      for (String range : value.split(",", -1)) {
        accepted.add(withoutParameters(range));
      }
    }
    for (String type : types) {
      String any = type.substring(0, type.indexOf('/')) + "/*";
      if (!accepted.contains(type) && !accepted.contains(any) && !accepted.contains("*/*")) {
        throw RefusedException.of(
            406,
            "Accept must allow " + type + ": send the header Accept: " + String.join(", ", types),
            Map.of());
      }
    }
  }

  private static String withoutParameters(String type) {
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }
}
