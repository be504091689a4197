package dev.attache.handlers.http.url;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.handlers.http.UrlVectors;
import dev.attache.handlers.http.UrlVectors.Row;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares with tables by others; see {@link UrlVectors}. */
class WebUrlTableTest {

  /** What the standard accepts and we refuse: OkHttp could not send it, nor anybody answer. */
  private static final Set<String> REFUSED_HERE =
      Set.of(
          "http://f:0/c", // port 0 cannot be connected to
          "http://f:00000000000000/c",
          "http://./", // empty labels are not in DNS
          "http://../",
          "http://foo.09..",
          "https://xn--/"); // a label in Punycode that encodes nothing

  private static final Pattern USER_INFO = Pattern.compile("(?<=^https?://)[^/?]*@");
  private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");

  @Test
  void acceptsWhatTheStandardAcceptsButForTheListedOnes() throws IOException {
    var refused = new TreeSet<String>();
    int accepted = 0;
    for (Row row : UrlVectors.whatwgTable()) {
      String href = row.href();
      if (href == null) {
        continue;
      }
      WebUrl url = row.url();
      if (url == null) {
        refused.add(row.input());
        continue;
      }
      accepted++;
      assertThat(url.value()).as(row.toString()).isEqualTo(canonical(href));
      assertThat(url.host()).as(row.toString()).isEqualTo(row.host().replaceAll("[\\[\\]]", ""));
      int port = row.port().isEmpty() ? (url.isHttps() ? 443 : 80) : Integer.parseInt(row.port());
      assertThat(url.port()).as(row.toString()).isEqualTo(port);
    }
    assertThat(refused).containsExactlyInAnyOrderElementsOf(REFUSED_HERE);
    assertThat(accepted).isEqualTo(241);
  }

  @Test
  void refusesAllThatTheStandardRefuses() throws IOException {
    int refused = 0;
    for (Row row : UrlVectors.whatwgTable()) {
      if (row.href() == null) {
        assertThat(row.url()).as(row.toString()).isNull();
        refused++;
      }
    }
    assertThat(refused).isEqualTo(199);
  }

  @Test
  void mapsDomainNamesAsTheStandardDoesButForTheListedOnes() throws IOException {
    var differences = new TreeMap<String, String>();
    int same = 0;
    for (JsonNode row : UrlVectors.json("url/toascii.json")) {
      String input = row.path("input").asText();
      if (!row.isObject() || breaksTheLimitsOfDns(row.path("output").asText())) {
        continue;
      }
      WebUrl url = UrlVectors.accepted(null, "https://" + input + "/x");
      String host = url == null ? "null" : url.host();
      if (host.equals(row.path("output").asText())) {
        same++;
      } else {
        differences.put(input, host);
      }
    }
    assertThat(differences).isEqualTo(DIFFERENT_NAMES);
    assertThat(same).isEqualTo(67);
  }

  private static final Map<String, String> DIFFERENT_NAMES =
      Map.of(
          // Not checked, because OkHttp does not: whether Punycode decodes to valid characters,
          "xn--a.ß",
          "xn--a.xn--zca",
          // what stands beside a joiner,
          "\u200d.example",
          "xn--1ug.example",
          // and the order of left-to-right and right-to-left characters.
          "يa",
          "xn--a-yoc",
          "look\u05beout.net",
          "xn--lookout-40i.net",
          // Disallowed before Unicode 16, which OkHttp's tables do not have yet.
          "look\u180eout.net",
          "null",
          "look\u206bout.net",
          "null",
          "\u04c0.com",
          "null",
          "\u2183.com",
          "null",
          "\ud87e\udc68.com",
          "null");

  @Test
  void resolvesTheExamplesOfRfc3986() throws Exception {
    JsonNode examples = UrlVectors.json("url/rfc3986-5.4.json");
    WebUrl base = WebUrl.parse(examples.path("base").asText());
    for (String group : new String[] {"normal", "abnormal"}) {
      for (Map.Entry<String, JsonNode> example : examples.path(group).properties()) {
        if (example.getKey().equals("g:h")) {
          continue; // another scheme
        }
        String expected = WebUrl.parse(example.getValue().asText()).value();
        assertThat(base.resolve(example.getKey()).value()).as(example.getKey()).isEqualTo(expected);
      }
    }
  }

  @Test
  void removesDotSegmentsAsUrlcanonDoes() throws Exception {
    for (var example :
        UrlVectors.json("url/urlcanon/path_dots.json").path("special").properties()) {
      assertThat(WebUrl.parse("http://h" + example.getKey()).path())
          .as(example.getKey())
          .isEqualTo(example.getValue().asText().replace('\\', '/'));
    }
  }

  @Test
  void readsIpv4NumbersAsUrlcanonDoes() throws IOException {
    for (var example : UrlVectors.json("url/urlcanon/funky_ipv4.json").properties()) {
      WebUrl url = UrlVectors.accepted(null, "http://" + example.getKey());
      if (example.getKey().equals("0000xa")) {
        assertThat(url).isNotNull(); // no number, so a name
      } else if (example.getValue().isNull()) {
        assertThat(url).as(example.getKey()).isNull();
      } else {
        assertThat(url).as(example.getKey()).isNotNull();
        assertThat(url.host()).as(example.getKey()).isEqualTo(example.getValue().asText());
      }
    }
  }

  @Test
  void resolvesReferencesAsCrawlersDo() throws Exception {
    int rows = 0;
    for (String line : UrlVectors.lines("url/crawler-commons/url-resolve.csv")) {
      String[] row = line.replace("\"", "").split(", ", -1);
      if (row[1].startsWith("http")) {
        assertThat(WebUrl.parse(row[1]).resolve(row[0]).value())
            .as(line)
            .isEqualTo(canonical(row[2]));
        rows++;
      }
    }
    assertThat(rows).isEqualTo(20);
  }

  /** The standard's result with what we do after it, written independently. */
  private static String canonical(String href) {
    String url = href.contains("#") ? href.substring(0, href.indexOf('#')) : href;
    return ESCAPE
        .matcher(USER_INFO.matcher(url).replaceFirst(""))
        .replaceAll(
            escape -> {
              String character = Character.toString(Integer.parseInt(escape.group(1), 16));
              return character.matches("[A-Za-z0-9._~-]")
                  ? character
                  : escape.group().toUpperCase(Locale.ROOT);
            });
  }

  /** Names that are accepted by the standard's parser, and that nobody can have. */
  private static boolean breaksTheLimitsOfDns(String name) {
    return name.length() > 253
        || name.contains("..")
        || Pattern.compile("[^.]{64}").matcher(name).find()
        || Set.of("xn--0.com", "xn--ls8h=").contains(name); // malformed Punycode
  }
}
