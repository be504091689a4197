package dev.attache.handlers.http.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.url.WebUrl;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;

/** What an answer is found by. */
class CacheKeyTest {

  private static CacheKey key(String... headers) throws Exception {
    return CacheKey.of(WebUrl.parse("https://example.com/a"), Headers.of(headers));
  }

  @Test
  void isThatOfEveryVersionOfOurs() throws Exception {
    assertThat(key("Accept", "*/*", "User-Agent", CacheKey.USER_AGENT))
        .isEqualTo(key("Accept", "*/*"));
  }

  @Test
  void countsAUserAgentThatIsConfigured() throws Exception {
    assertThat(key("User-Agent", "mine"))
        .isNotEqualTo(key())
        .isNotEqualTo(key("User-Agent", "his"));
  }

  @Test
  void countsEveryOtherHeader() throws Exception {
    assertThat(key("X-A", "a")).isNotEqualTo(key()).isNotEqualTo(key("X-A", "b"));
    assertThat(key("X-A", CacheKey.USER_AGENT)).isNotEqualTo(key());
  }
}
