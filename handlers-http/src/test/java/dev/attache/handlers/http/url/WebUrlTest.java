package dev.attache.handlers.http.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebUrlTest {

  @Test
  void dropsTheDefaultPort() throws ResourceException {
    assertThat(canonical("http://example.com:80/")).isEqualTo("http://example.com/");
    assertThat(canonical("https://example.com:0443/")).isEqualTo("https://example.com/");
    assertThat(canonical("https://example.com:/")).isEqualTo("https://example.com/");
    assertThat(canonical("https://example.com:80/")).isEqualTo("https://example.com:80/");
  }

  @Test
  void dropsUserInfoAndFragment() throws ResourceException {
    assertThat(canonical("https://me:s3cret@example.com/a#b?c")).isEqualTo("https://example.com/a");
    assertThat(canonical("https://a@b@example.com/?#")).isEqualTo("https://example.com/?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com/Path/IS/Kept",
        "http://example.com//a//b//",
        "http://example.com/a/",
        "http://example.com/?",
        "http://example.com/?b=2&a=1&&=&a",
        "http://example.com/a+b?c+d",
        "http://example.com/%2F%5C%7C|",
        "http://example.com/caf%C3%A9",
        "http://example.com/100%",
        "http://example.com/[x]?y[]=1",
        "http://example.com/?a=%26&b=|^`{}\\"
      })
  void keepsWhatAServerMayTellApart(String url) throws ResourceException {
    assertThat(canonical(url)).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/a/./b/../c, http://h/a/c",
    "http://h/a/%2e/b/%2E%2e/c, http://h/a/c",
    "http://h/a/.%2e, http://h/",
    "http://h/a/b/.., http://h/a/",
    "http://h/../../a, http://h/a",
    "http://h/a//../b, http://h/a/b",
    "http://h/.., http://h/",
    "http://h/..., http://h/...",
    "http://h/%2e%2e%2e/a, http://h/.../a",
    "http://h/..%2fa, http://h/..%2Fa",
    "http://h, http://h/",
    "http://h?q, http://h/?q"
  })
  void removesDotSegments(String url, String canonical) throws ResourceException {
    assertThat(canonical(url)).isEqualTo(canonical);
  }

  @Test
  void mendsWhatBrowsersMend() throws ResourceException {
    assertThat(canonical(" \u0001https://h/a \u001f")).isEqualTo("https://h/a");
    assertThat(canonical("ht\ntps://h\t/a\rb")).isEqualTo("https://h/ab");
    assertThat(canonical("https:\\\\h\\a\\..\\b?c\\d")).isEqualTo("https://h/b?c\\d");
    assertThat(canonical("https:h/a")).isEqualTo("https://h/a");
    assertThat(canonical("https:////h/a")).isEqualTo("https://h/a");
    assertThat(canonical("https://h/a b?c d'")).isEqualTo("https://h/a%20b?c%20d%27");
  }

  @Test
  void replacesUnpairedSurrogatesAlsoAroundLineEnds() throws ResourceException {
    assertThat(canonical("http://h/\ud83dx\ude00")).isEqualTo("http://h/%EF%BF%BDx%EF%BF%BD");
    assertThat(canonical("http://h/\ud83d\n\ude00")).isEqualTo("http://h/%EF%BF%BD%EF%BF%BD");
  }

  @Test
  void tellsItsParts() throws ResourceException {
    WebUrl url = WebUrl.parse("HTTPS://Example.COM:8443/a?b");
    assertThat(url.scheme()).isEqualTo("https");
    assertThat(url.isHttps()).isTrue();
    assertThat(url.host()).isEqualTo("example.com");
    assertThat(url.port()).isEqualTo(8443);
    assertThat(url.origin()).isEqualTo("https://example.com:8443");
    assertThat(url.path()).isEqualTo("/a");
    assertThat(url.query()).isEqualTo("b");
    assertThat(url).hasToString("https://example.com:8443/a?b");
  }

  @Test
  void hasADefaultPortThatItsOriginDoesNotShow() throws ResourceException {
    WebUrl url = WebUrl.parse("http://[2001:db8::1]:80");
    assertThat(url.port()).isEqualTo(80);
    assertThat(url.isHttps()).isFalse();
    assertThat(url.host()).isEqualTo("2001:db8::1");
    assertThat(url.origin()).isEqualTo("http://[2001:db8::1]");
    assertThat(url.query()).isNull();
  }

  @Test
  void isSentWithTheSamePathAndQuery() throws ResourceException {
    String url = "https://h:8443//a/%zz/%2F%C3%A9;b=c/?&&a=b=c&d+e&%zz&|^`{}[]";
    assertThat(WebUrl.parse(url).httpUrl()).hasToString(url);
    assertThat(WebUrl.parse(url).httpUrl().newBuilder().build()).hasToString(url);
  }

  @Test
  void isSentWithEncodedBarsInItsPath() throws ResourceException {
    WebUrl url = WebUrl.parse("https://h/a|b?c|d");
    assertThat(url.value()).isEqualTo("https://h/a|b?c|d");
    assertThat(url.httpUrl()).hasToString("https://h/a%7Cb?c|d");
  }

  @Test
  void equalsEverySpellingOfItself() throws ResourceException {
    assertThat(WebUrl.parse("http://H:80/%61#x"))
        .isEqualTo(WebUrl.parse("http://h/a"))
        .hasSameHashCodeAs(WebUrl.parse("http://h/a"))
        .isNotEqualTo(WebUrl.parse("http://h/A"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "example.com/a",
        "//example.com",
        "/a",
        "ftp://h/",
        "file:///a",
        ":",
        "1http://h",
        "httpx://h",
        "javascript:alert(1)"
      })
  void refusesOtherSchemesAndRelativeReferences(String text) {
    assertRefused(text, "must begin with http:// or https://");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://h:0/",
        "http://h:65536/",
        "http://h:99999999999999999999/",
        "http://h:-1/",
        "http://h:8x/",
        "http://user:pa/ss@h/",
        "http://h:80:80/"
      })
  void refusesOtherPortsWithoutShowingThem(String text) {
    assertRefused(text, "has a port that is not a number from 1 to 65535");
  }

  @ParameterizedTest
  @CsvSource({
    "'', http://h/a/b?q",
    "'#f', http://h/a/b?q",
    "?, http://h/a/b?",
    "?r, http://h/a/b?r",
    "c, http://h/a/c",
    "./c/, http://h/a/c/",
    "../c, http://h/c",
    "../../../c, http://h/c",
    "/c, http://h/c",
    "\\c, http://h/c",
    "//g/c, http://g/c",
    "\\/g/c, http://g/c",
    "http:c, http://h/a/c",
    "http:/c, http://h/c",
    "http://g, http://g/",
    "https:g/c, https://g/c",
    "HTTPS://user@G:444/c#f, https://g:444/c",
    "%63 d, http://h/a/c%20d"
  })
  void resolvesReferences(String reference, String resolved) throws ResourceException {
    WebUrl base = WebUrl.parse("http://user:password@h/a/b?q#f");
    assertThat(base.resolve(reference).value()).isEqualTo(resolved);
  }

  @Test
  void keepsThePortForRelativeReferencesOnly() throws ResourceException {
    WebUrl base = WebUrl.parse("https://[::1]:8443/a");
    assertThat(base.resolve("/b").value()).isEqualTo("https://[::1]:8443/b");
    assertThat(base.resolve("//h/b").value()).isEqualTo("https://h/b");
  }

  @Test
  void refusesReferencesToOtherSchemes() throws ResourceException {
    WebUrl base = WebUrl.parse("http://h/");
    assertThatThrownBy(() -> base.resolve("file:///etc/passwd"))
        .isInstanceOf(ResourceException.class)
        .hasMessage("must begin with http:// or https://");
  }

  @Test
  void namesTheSchemeOfAReference() {
    assertThat(WebUrl.schemeOf(" FI\nLE:///etc")).contains("file");
    assertThat(WebUrl.schemeOf("coap+tcp:x")).contains("coap+tcp");
    assertThat(WebUrl.schemeOf("localhost:80")).contains("localhost");
    assertThat(WebUrl.schemeOf("//h/a:b")).isEmpty();
    assertThat(WebUrl.schemeOf("a/b:c")).isEmpty();
    assertThat(WebUrl.schemeOf(":a")).isEmpty();
    assertThat(WebUrl.schemeOf("abc")).isEmpty();
  }

  private static String canonical(String url) throws ResourceException {
    return WebUrl.parse(url).value();
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> WebUrl.parse(text))
        .isInstanceOfSatisfying(
            ResourceException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.INVALID_URI);
              assertThat(e.uri()).isNull();
              assertThat(e.message()).isEqualTo(message);
            });
  }
}
