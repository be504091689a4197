package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTextTest {

  private static boolean isInUrl(String url) {
    return LoginText.isInUrl(url, url.indexOf("://") + 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://app:x7Kq2mWv@db/app",
        "redis://:x7Kq2mWv9RtY4b@redis:6379",
        "https://x7Kq2mWv9RtY4bNc@a.test/b.git",
        "https://x7Kq2mWv9RtY4bNc:x-oauth-basic@a.test/b.git",
        "mongodb+srv://app:x7K%402mWv@c.test/",
        "https://conda.test/t/x7Kq2mWv9RtY4bNc8/main",
      })
  void knowsLoginsInUrls(String url) {
    assertThat(isInUrl(url)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.test/b",
        "https://a.test",
        "postgres://postgres:postgres@localhost/app",
        "postgres://user:password@host/app",
        "mysql://root:root@db/test",
        "postgres://app:$DB_PASSWORD@db/app",
        "postgres://app:${x7Kq2mWv}@db/app",
        "https://<user>:x7Kq2mWv@a.test",
        "https://a.test/x:x7Kq2mWv@b",
        "https://a.test?x:x7Kq2mWv@b",
        "https://user:pa%24s@a.test",
        "https://git@a.test/b",
        "https://a.test/t/topic/12",
        "\"https://a.test\", \"b:x7Kq2mWv@c\"",
      })
  void leavesOtherUrlsAlone(String url) {
    assertThat(isInUrl(url)).isFalse();
  }

  @Test
  void looksNoFurtherThanALoginIsLong() {
    assertThat(isInUrl("https://a:" + "x7Kq2mWv".repeat(40) + "@b")).isTrue();
    assertThat(isInUrl("https://a:" + "x7Kq2mWv".repeat(60) + "@b")).isFalse();
  }

  @Test
  void knowsLoginsInBase64() {
    assertThat(LoginText.isBasic(base64("ci:x7Kq2mWv9Rt"))).isTrue();
    assertThat(LoginText.isBasic(base64("user:password"))).isFalse();
    assertThat(LoginText.isBasic(base64("Aladdin:open sesame"))).isFalse();
    assertThat(LoginText.isBasic(base64("x7Kq2mWv9Rt"))).isFalse();
    assertThat(LoginText.isBasic("authentication")).isFalse();
    assertThat(LoginText.isBasic("")).isFalse();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(US_ASCII));
  }

  @Test
  void knowsTokens() {
    assertThat(LoginText.isToken("Bearer x7Kq2mWv9RtY4bNc, a", 7)).isTrue();
    assertThat(LoginText.isToken("Bearer x7Kq2mWv9RtY4bN", 7)).isFalse();
    assertThat(LoginText.isToken("Bearer <token>", 7)).isFalse();
    assertThat(LoginText.isToken("Bearer ${TOKEN}", 7)).isFalse();
  }

  @Test
  void knowsCookies() {
    assertThat(LoginText.isCookie("Cookie: a=b; sid=x7Kq2mWv9RtY4bNc", 8)).isTrue();
    assertThat(LoginText.isCookie("Cookie: a=b; sid=abc123", 8)).isFalse();
    assertThat(LoginText.isCookie("Cookie: a=b\nsid=x7Kq2mWv9RtY4bNc", 8)).isFalse();
  }
}
