package dev.attache.handlers.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import org.junit.jupiter.api.Test;

class KnownUrlsTest {

  private final KnownUrls known = new KnownUrls();

  @Test
  void givesTheVeryUrlThatWasKept() throws ResourceException {
    WebUrl url = WebUrl.parse("https://example.com/a");
    known.keep(url);
    assertThat(known.get("https://example.com/a")).isSameAs(url);
    assertThat(known.take("https://example.com/a")).isSameAs(url);
  }

  @Test
  void forgetsWhatWasTaken() throws ResourceException {
    known.keep(WebUrl.parse("https://example.com/a"));
    known.take("https://example.com/a");
    assertThat(known.take("https://example.com/a")).isNull();
  }

  @Test
  void knowsWhichCameLast() throws ResourceException {
    assertThat(known.last()).isNull();
    known.keep(WebUrl.parse("https://example.com/a"));
    known.keep(WebUrl.parse("https://example.com/b"));
    known.take("https://example.com/b");
    assertThat(known.last()).hasToString("https://example.com/b");
  }

  @Test
  void parsesWhatItDoesNotKnow() throws ResourceException {
    assertThat(known.get("https://example.com/b")).hasToString("https://example.com/b");
    assertThatThrownBy(() -> known.get("ftp://example.com/"))
        .hasMessage("must begin with http:// or https://");
  }

  @Test
  void keepsABoundedNumber() throws ResourceException {
    for (int i = 0; i < 5000; i++) {
      known.keep(WebUrl.parse("https://example.com/" + i));
    }
    assertThat(known.take("https://example.com/4095")).isNotNull();
    assertThat(known.take("https://example.com/4096")).isNull();
  }
}
