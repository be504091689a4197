package dev.attache.handlers.http.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.handlers.http.UrlVectors;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WebUrlFixedPointTest {

  private static final boolean IS_WHOLE = Boolean.getBoolean("attache.slow");
  private static final int ROUNDS = IS_WHOLE ? 60_000 : 6_000;

  /** Within the characters of East Asia, halves of others and private ones, one of so many. */
  private static final int STEP = IS_WHOLE ? 1 : 16;

  private static final String[] SCHEMES = {
    "http:", "https:", "HTTP:", "hTTps:", " http:", "ht\ttp:", "ftp:", "file:", "", "https:",
    "http:"
  };
  private static final String[] SLASHES = {"//", "//", "//", "//", "", "/", "///", "\\\\", "/\\"};
  private static final String[] USERS = {
    "", "", "", "", "", "u@", "u:p@", "@", "a@b:c@", "\u00e9@"
  };
  private static final String[] HOST_PIECES = {
    "a",
    "Example",
    "xn--",
    "xn--zca",
    "\u00df",
    "b\u00fccher",
    ".",
    ".",
    ".",
    "\u3002",
    "0",
    "0x7f",
    "1",
    "127",
    "256",
    "08",
    "4294967295",
    "%41",
    "%2e",
    "%00",
    "%",
    "%c3%a4",
    "%ff",
    "\u00ad",
    "-",
    "_",
    "|",
    "^",
    "<",
    ">",
    "'",
    "*",
    "[",
    "]",
    "[::1]",
    "[1:0:0:2::3]",
    "[::ffff:1.2.3.4]",
    "\uff11",
    "\u200d",
    "\ud83d\ude00",
    "\ud83d",
    "\u05d0",
    " ",
    "\t",
    "\u0000",
    "\u2260",
    "com",
    "org",
    "K",
    "\u212a"
  };
  private static final String[] PORTS = {
    "", "", "", "", ":", ":80", ":443", ":0080", ":0", ":65536", ":x"
  };
  private static final String[] PATH_PIECES = {
    "/",
    "/",
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2E",
    "/%2e%2e/",
    "a",
    "B",
    "%61",
    "%7e",
    "~",
    "%",
    "%3",
    "%34",
    "%31",
    "%41",
    "1",
    "4",
    "f",
    "%66",
    "z",
    "%zz",
    "%25",
    "%2f",
    "%2F",
    "%5c",
    "|",
    "^",
    "{",
    "`",
    "'",
    "\"",
    "<",
    "+",
    ";",
    ":",
    "@",
    "&",
    "=",
    "[",
    "]",
    " ",
    "\t",
    "\n",
    "\f",
    "\u0001",
    "\u007f",
    "\u0085",
    "\u00e9",
    "\u2028",
    "\ufeff",
    "\ufffd",
    "\ud83d\ude00",
    "\ud83d",
    "\ude00",
    "%c3%a9",
    "%C0"
  };

  @Test
  void holdsForEveryInputOfTheWhatwgTables() throws IOException {
    int accepted = 0;
    for (var row : UrlVectors.whatwgTable()) {
      accepted += check(row.url());
    }
    for (JsonNode row : UrlVectors.json("url/toascii.json")) {
      accepted += check("http://" + row.path("input").asText() + "/");
    }
    for (JsonNode row : UrlVectors.json("url/percent-encoding.json")) {
      String input = row.path("input").asText();
      accepted += check("http://h/" + input + "?" + input);
    }
    assertThat(accepted).isEqualTo(306);
  }

  @Test
  void holdsForTheInputsOfUrlcanon() throws IOException {
    int accepted = 0;
    for (String name :
        new String[] {"aggressive", "parsing", "semantic_precise", "supplemental_whatwg"}) {
      for (Map.Entry<String, JsonNode> row :
          UrlVectors.json("url/urlcanon/" + name + ".json").properties()) {
        accepted += check(row.getKey());
      }
    }
    for (JsonNode input : UrlVectors.json("url/urlcanon/idempotence.json")) {
      accepted += check(input.asText());
    }
    for (var row : UrlVectors.json("url/urlcanon/path_dots.json").path("special").properties()) {
      accepted += check("https://h" + row.getKey() + "?" + row.getKey());
    }
    assertThat(accepted).isEqualTo(661);
  }

  @Test
  void holdsForTheInputsOfCrawlers() throws IOException {
    int accepted = 0;
    for (String line : UrlVectors.lines("url/crawler-commons/weirdToNormalizedUrls.csv")) {
      accepted += check(line.substring(0, line.lastIndexOf(',')));
    }
    for (String line : UrlVectors.lines("url/crawler-commons/invalidUrls.csv")) {
      assertThat(check(line)).as(line).isZero();
    }
    assertThat(accepted).isEqualTo(102);
  }

  @Test
  void holdsForRandomUrls() {
    var random = new Random(20260721);
    int accepted = 0;
    for (int i = 0; i < 2 * ROUNDS; i++) {
      accepted += check(url(random));
    }
    assertThat(accepted).isBetween(ROUNDS / 2, 3 * ROUNDS / 2);
  }

  @Test
  void holdsForEveryCharacterOfTheBasicPlane() {
    int tried = 0;
    int names = 0;
    for (int c = 0; c < 0xffff; c += c >= 0x3400 && c < 0xf900 ? STEP : 1) {
      tried++;
      names += check("http://a" + (char) c + "b.example/");
      assertThat(check("http://h/a" + (char) c + "b?a" + (char) c + "b")).isEqualTo(1);
    }
    assertThat(names).isBetween(3 * tried / 4, 19 * tried / 20);
  }

  @Test
  void holdsForRandomReferences() throws ResourceException {
    var random = new Random(3986);
    WebUrl base = WebUrl.parse("https://example.com/a/b;c/%zz/%4/d?q=1&r");
    int accepted = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String reference = random.nextBoolean() ? pieces(random, PATH_PIECES, 8) : url(random);
      WebUrl url = UrlVectors.accepted(base.value(), reference);
      accepted += check(url);
      base = url == null || url.value().length() > 200 ? base : url;
    }
    assertThat(accepted).isBetween(ROUNDS / 2, ROUNDS - 1);
  }

  /** Returns 1 for an accepted text and 0 for one that is refused in the right way. */
  private static int check(String text) {
    try {
      WebUrl near = WebUrl.parse("http://h:80/near");
      WebUrl url = WebUrl.parse(text);
      for (WebUrl other : new WebUrl[] {near, url}) {
        WebUrl same = WebUrl.parse(text, other);
        assertThat(same).isEqualTo(url);
        assertThat(same.httpUrl()).isEqualTo(url.httpUrl());
      }
      return check(url);
    } catch (ResourceException e) {
      assertThatThrownBy(() -> WebUrl.parse(text, WebUrl.parse("http://h/")))
          .hasMessage(e.message());
      assertThat(e.kind()).isEqualTo(Kind.INVALID_URI);
      assertThat(e.message()).matches("[ -~]{10,80}");
      return 0;
    }
  }

  private static int check(@Nullable WebUrl url) {
    if (url == null) {
      return 0;
    }
    String value = url.value();
    WebUrl again = UrlVectors.accepted(null, value);
    assertThat(again).as(value).isNotNull();
    assertThat(again.value()).isEqualTo(value);
    assertThat(again.httpUrl()).isEqualTo(url.httpUrl()).isEqualTo(HttpUrl.parse(value));
    assertThat(value).matches("https?://[!-~]+");
    assertThat(ResourceUri.of(value).value()).isEqualTo(value);
    assertThat(value).startsWith(url.origin() + url.path());
    assertThat(url.httpUrl().encodedPath()).isEqualTo(url.path().replace("|", "%7C"));
    assertThat(url.httpUrl().encodedQuery()).isEqualTo(url.query());
    assertThat(url.httpUrl().port()).isEqualTo(url.port());
    return 1;
  }

  private static String url(Random random) {
    var url = new StringBuilder();
    url.append(one(random, SCHEMES)).append(one(random, SLASHES)).append(one(random, USERS));
    url.append(random.nextBoolean() ? "h" : pieces(random, HOST_PIECES, 4));
    url.append(one(random, PORTS)).append(random.nextInt(4) == 0 ? "" : "/");
    url.append(pieces(random, PATH_PIECES, 10));
    if (random.nextBoolean()) {
      url.append('?').append(pieces(random, PATH_PIECES, 6));
    }
    if (random.nextInt(4) == 0) {
      url.append('#').append(pieces(random, PATH_PIECES, 3));
    }
    if (random.nextInt(4) == 0 && url.length() > 0) { // one character lost
      url.deleteCharAt(random.nextInt(url.length()));
    }
    return url.toString();
  }

  private static String pieces(Random random, String[] pieces, int most) {
    var text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(one(random, pieces));
    }
    return text.toString();
  }

  private static String one(Random random, String[] pieces) {
    return pieces[random.nextInt(pieces.length)];
  }
}
