package dev.attache.resource.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

  private static final String SECRET = "s3cr3t";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "src/main/java",
        "/p/a@b.c",
        "!target",
        "**/*.md",
        "what?.txt",
        "file.md#L10-20",
        "a;key=1.md",
        "git@github.com:owner/repo.git",
        "mailto:a@b.c",
        "file:///p/a@b/c;key=1",
        "https://medium.com/@user/post",
        "https://example.com:8080/@user",
        "https://[::1]/@user",
        "https://[::1]:80/@user",
        "https://example.com/a?b=c&d=e#f",
        "https://example.com/a?email=a%40b.c",
        "https://example.com/a?q=50%",
        "https://example.com/a?u=https%3A%2F%2Fh%2F%3Fa%3Db",
        "https://example.com/?author=me&monkey=2&keyword=x&encode=1&passage=2",
        "https://example.com/?token",
        "https://example.com/?token=",
        "https://example.com/?token=&a=b",
        "https://example.com/token=1",
        "https://@example.com/",
        "https://REDACTED",
        "urn:isbn:0451450523",
      })
  void returnsWhatHoldsNoSecretAsItIs(String text) {
    assertThat(Redaction.redact(text)).isSameAs(text);
    assertThat(Redaction.redactAllIn(text)).isSameAs(text);
  }

  @ParameterizedTest
  @CsvSource({
    "https://user:s3cr3t@host/p, https://REDACTED@host/p",
    "https://s3cr3t@host, https://REDACTED@host",
    "https://u:s3cr3t@a@host/p, https://REDACTED@host/p",
    "https://u:s3cr3t@[::1]:80/p, https://REDACTED@[::1]:80/p",
    "https://u:p%40s3cr3t@host?a=b, https://REDACTED@host?a=b",
    "HTTPS://u:s3cr3t@HOST, HTTPS://REDACTED@HOST",
    "!https://u:s3cr3t@host/, !https://REDACTED@host/",
    "mcp+server+https://u:s3cr3t@h/?token=s3cr3t, mcp+server+https://REDACTED@h/?token=REDACTED",
    "postgres://u:s3cr3t@h/db, postgres://REDACTED@h/db",
    "//u:s3cr3t@host/p, //REDACTED@host/p",
    "https:u:s3cr3t@host/p, https:REDACTED@host/p",
    "https:/u:s3cr3t@host/p, https:/REDACTED@host/p",
    "https:\\\\u:s3cr3t@host\\p, https:\\\\REDACTED@host\\p",
    "https:////u:s3cr3t@host/p, https:////REDACTED@host/p",
    "https://a/https://u:s3cr3t@host/p, https://a/https://REDACTED@host/p",
    "https://a:b@c/https://u:s3cr3t@host/p, https://REDACTED@c/https://REDACTED@host/p",
    "https://u:s3/cr3t@host/p, https://REDACTED@host/p",
    "https://u:s3#cr3t@host/p, https://REDACTED@host/p",
    "https://u:s3?cr3t@host/p, https://REDACTED@host/p",
    "https://u: s3 cr3t@host/p, https://REDACTED@host/p",
    "cmd:curl https://u:s3cr3t@host/, cmd:curl https://REDACTED@host/",
  })
  void replacesUserInfo(String text, String redacted) {
    assertThat(Redaction.redact(text)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token",
        "access_token",
        "id_token",
        "refresh_token",
        "private_token",
        "csrf-token",
        "api_key",
        "apikey",
        "api-key",
        "X-Api-Key",
        "key",
        "secret",
        "client_secret",
        "password",
        "passwd",
        "pwd",
        "db.password",
        "sig",
        "signature",
        "auth",
        "Authorization",
        "credential",
        "credentials",
        "session",
        "sessionId",
        "PHPSESSID",
        "jwt",
        "code",
        "X-Amz-Signature",
        "X-Amz-Credential",
        "X-Amz-Security-Token",
        "X-Goog-Signature",
        "X-Goog-Credential",
        "AWSAccessKeyId",
        "GoogleAccessId",
        "Key-Pair-Id",
        "TOKEN",
        "token[]",
        "token[0]",
        "user[password]",
        "%74oken",
        "acc%65ss%5Ftoken",
      })
  void replacesTheValueOfAParameterWithTheNameOfASecret(String name) {
    assertThat(Redaction.redact("https://h/p?a=b&" + name + "=s3cr3t&c=d#e"))
        .isEqualTo("https://h/p?a=b&" + name + "=REDACTED&c=d#e");
    assertThat(Redaction.redact("https://h/p#" + name + "=s3cr3t"))
        .isEqualTo("https://h/p#" + name + "=REDACTED");
  }

  @ParameterizedTest
  @CsvSource({
    "p?token=s3cr3t, p?token=REDACTED",
    "?token=s3cr3t, ?token=REDACTED",
    "x:?token=a=s3cr3t, x:?token=REDACTED",
    "x:?token=a;s3cr3t, x:?token=REDACTED",
    "x:?token=a?s3cr3t, x:?token=REDACTED",
    "x:?token=a s3cr3t, x:?token=REDACTED",
    "x:?a=1;token=s3cr3t, x:?a=1;token=REDACTED",
    "x:?a=1?token=s3cr3t, x:?a=1?token=REDACTED",
    "x:?a?token=s3cr3t, x:?a?token=REDACTED",
    "x:??token=s3cr3t, x:??token=REDACTED",
    "x:?&&token=s3cr3t&, x:?&&token=REDACTED&",
    "x:#a&token=s3cr3t, x:#a&token=REDACTED",
    "x:#/p?token=s3cr3t, x:#/p?token=REDACTED",
    "x:?token=s3cr3t#sig=s3cr3t, x:?token=REDACTED#sig=REDACTED",
    "x:?token=s3cr3t&token=s3cr3t, x:?token=REDACTED&token=REDACTED",
    "/p;jsessionid=s3cr3t, /p;jsessionid=REDACTED",
    "/p;v=1;jsessionid=s3cr3t/q?a=b, /p;v=1;jsessionid=REDACTED/q?a=b",
    "x:?to=https://h/?token=s3cr3t&a=b, x:?to=https://h/?token=REDACTED&a=b",
    "x:?to=https%3A%2F%2Fu%3As3cr3t%40h&a=b, x:?to=REDACTED&a=b",
    "x:?https%3A%2F%2Fu%3As3cr3t%40h&a=b, x:?REDACTED&a=b",
    "x:?to=%3Ftoken%3Ds3cr3t, x:?to=REDACTED",
    "x:?to=a%26token%3Ds3cr3t, x:?to=REDACTED",
    "x:?to=%253Ftoken%253Ds3cr3t, x:?to=REDACTED",
  })
  void findsParametersWhereverTheyAre(String text, String redacted) {
    assertThat(Redaction.redact(text)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cannot read https://u:s3cr3t@h/: no route | cannot read https://REDACTED@h/: no route",
        "(https://h/?token=s3cr3t), later | (https://h/?token=REDACTED), later",
        "\"https://h/?token=s3cr3t\" failed | \"https://h/?token=REDACTED\" failed",
        "<https://h/?sig=s3cr3t>  a@b.c | <https://h/?sig=REDACTED>  a@b.c",
        "a://b://c://u:s3cr3t@d?: e | a://b://c://REDACTED@d?: e",
      })
  void redactsTheUrisInAText(String text, String redacted) {
    assertThat(Redaction.redactAllIn(text)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"://", "://:", "a ://... @", "what?token=is this", "see https://h/?a=b. And c@d?"})
  void leavesATextWithoutSecretsAsItIs(String text) {
    assertThat(Redaction.redactAllIn(text)).isSameAs(text);
  }

  @Test
  void leavesNoSecretOfAGeneratedUri() {
    var random = new Random(815);
    for (int i = 0; i < 20_000; i++) {
      String uri = generated(random);
      String redacted = Redaction.redact(uri);
      assertThat(redacted).as(uri).doesNotContain(SECRET).contains(Redaction.MARK);
      assertThat(Redaction.redact(redacted)).as(uri).isEqualTo(redacted);
      String text = "cannot read " + uri + ": no route";
      assertThat(Redaction.redactAllIn(text)).isEqualTo("cannot read " + redacted + ": no route");
    }
  }

  private static String generated(Random random) {
    String query = pick(random, "?", "?a=b&", "?a=%zz&", "?x;", "?a=b?", "#", "?q=1#a&");
    String names = pick(random, "token", "client_secret", "X-Amz-Signature", "%6bey", "jwt[]");
    String value = SECRET + pick(random, "", "%20x", "=", ";a", "/b", "?c=d", ",e", "@f", ":g%");
    String parameter = query + names + "=" + value + pick(random, "", "&z=1", "#end", "&&", "&=");
    String user = pick(random, "u:", "", "u%40b:", "a@b:", ":", "u:x:") + SECRET + "@";
    String scheme = pick(random, "https", "mcp+s+https", "ftp", "mcp+my_s+x", "http");
    String host = pick(random, "h", "h:80", "[::1]", "h.example:1");
    String path = pick(random, "", "/", "/a/b@c", "/;v=1", "/%2e", "//");
    String uri =
        switch (random.nextInt(3)) {
          case 0 -> scheme + "://" + user + host + path;
          case 1 -> scheme + "://" + host + path + parameter;
          default -> scheme + "://" + user + host + path + parameter;
        };
    return random.nextInt(4) > 0
        ? uri
        : "https://o.example/?to=" + URLEncoder.encode(uri, StandardCharsets.UTF_8);
  }

  @Test
  void takesAnyText() {
    var random = new Random(42);
    String parts = "ab:/\\?#&;=@%[]. 3Ff\"'<\u00e9\ud83d\n";
    for (int i = 0; i < 100_000; i++) {
      var text = new StringBuilder(random.nextBoolean() ? "http://" : "");
      for (int length = random.nextInt(20); length > 0; length--) {
        text.append(parts.charAt(random.nextInt(parts.length())));
      }
      assertThat(Redaction.redact(text.toString())).isNotNull();
      assertThat(Redaction.redactAllIn(text.toString())).isNotNull();
    }
  }

  private static String pick(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
