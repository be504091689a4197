package dev.attache.handlers.http.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ContentDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CacheRecordTest {

  private static final Instant FETCHED = Instant.parse("2015-10-21T07:28:00.123456789Z");
  private static final byte[] BODY = "a body".getBytes(UTF_8);

  private static CacheRecord record(int status, Headers headers) {
    Body body = Body.inMemory(BODY, ContentDigest.sha256(BODY));
    return CacheRecord.of(new Answer(status, headers, body, FETCHED, FETCHED));
  }

  private static CacheRecord record(String... namesAndValues) {
    return record(200, Headers.of(namesAndValues));
  }

  private static final CacheRecord SAMPLE =
      record(
          200,
          new Headers.Builder()
              .add("ETag", "\"a:b\"")
              .add("Link", "<a>; rel=x")
              .add("Link", "<b>; rel=y")
              .add("X-Empty", "")
              .addUnsafeNonAscii("X-Words", "Grüße \ufffd \u2028 \u0085 \r \ud83d\ude00")
              .build());

  @Test
  void isReadAsItWasWritten() {
    assertThat(CacheRecord.parse(SAMPLE.text())).isEqualTo(SAMPLE);
    assertThat(CacheRecord.parse(record().text())).isEqualTo(record());
  }

  @Test
  void hasThisForm() {
    String text =
        """
        attache-http 1
        301
        %s
        6
        1445412480
        123456789
        Location:/there

        """
            .formatted(ContentDigest.sha256(BODY).hex());
    var crc = new CRC32();
    crc.update(text.getBytes(UTF_8));
    String sum = Long.toHexString(crc.getValue());

    assertThat(record(301, Headers.of("Location", "/there")).text()).isEqualTo(text + sum + "\n");
  }

  @Test
  void isNothingIfTornAnywhere() {
    String text = SAMPLE.text();

    for (int length = 0; length < text.length(); length++) {
      assertThat(CacheRecord.parse(text.substring(0, length))).as("%s chars", length).isNull();
    }
  }

  @Test
  void isNothingElseIfAnyBitIsFlipped() {
    byte[] bytes = SAMPLE.text().getBytes(UTF_8);
    for (int i = 0; i < bytes.length * 8; i++) {
      bytes[i / 8] ^= (byte) (1 << i % 8);
      CacheRecord parsed = CacheRecord.parse(new String(bytes, UTF_8));
      assertThat(parsed).as("bit %s", i).isIn(null, SAMPLE); // some broken bytes read as U+FFFD too
      bytes[i / 8] ^= (byte) (1 << i % 8);
    }
  }

  @Test
  void endsWhereItsBodyMayBegin() {
    byte[] bytes = SAMPLE.text().getBytes(UTF_8);
    for (String body : List.of("", "\n", "\n\n\n", "a body", SAMPLE.text())) {
      byte[] both = (SAMPLE.text() + body).getBytes(UTF_8);
      assertThat(CacheRecord.end(both)).isEqualTo(bytes.length);
    }
    for (int length = 0; length < bytes.length; length++) {
      assertThat(CacheRecord.end(Arrays.copyOf(bytes, length))).isEqualTo(length);
    }
  }

  @Test
  void isNothingIfAnythingFollows() {
    assertThat(CacheRecord.parse(SAMPLE.text() + "\n")).isNull();
    assertThat(CacheRecord.parse(SAMPLE.text() + SAMPLE.text())).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Set-Cookie",
        "set-cookie2",
        "Connection",
        "Keep-Alive",
        "Transfer-Encoding",
        "Upgrade",
        "TE",
        "Trailer",
        "Proxy-Authenticate",
        "Proxy-Authentication-Info",
        "Proxy-Connection"
      })
  void keepsNothingOfTheConnectionAndNoCookies(String name) {
    assertThat(record(name, "x", "A", "b").headers()).isEqualTo(Headers.of("A", "b"));
    assertThat(record("A", "b").updatedBy(Headers.of(name, "x")).headers())
        .isEqualTo(Headers.of("A", "b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no-store",
        "No-Store",
        "private, no-store",
        "no-store,max-age=0",
        "no-store=\"x\"",
        "max-age=1,,no-store , private",
        "a=\"b, no-store\""
      })
  void mayNotBeStoredIfTheServerForbidsIt(String cacheControl) {
    assertThat(record("Cache-Control", cacheControl).isStorable()).isFalse();
    assertThat(record("Cache-Control", "private", "Cache-Control", cacheControl).isStorable())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no-cache",
        "no-cache, no-cache",
        "max-age=0, max-age=0",
        "no-storefront",
        "x-no-store",
        "private=\"no-stores\"",
        "must-revalidate"
      })
  void mayBeStoredWhateverElseTheServerSays(String cacheControl) {
    assertThat(record("Cache-Control", cacheControl).isStorable()).isTrue();
  }

  @Test
  void mayNotBeStoredWithEndlessHeaders() {
    CacheRecord record = record("A", "x".repeat(20_000));

    assertThat(record.isStorable()).isTrue();
    assertThat(record.updatedBy(Headers.of("B", "x".repeat(20_000))).isStorable()).isFalse();
  }

  @Test
  void takesOverWhatA304SaysButNotAboutTheBody() {
    Headers stored =
        Headers.of(
            "ETag",
            "\"a\"",
            "Content-Type",
            "text/plain",
            "Content-Length",
            "6",
            "A",
            "1",
            "A",
            "2",
            "B",
            "3");
    Headers notModified =
        Headers.of(
            "etag",
            "W/\"a\"",
            "content-type",
            "text/html",
            "Content-Length",
            "0",
            "Content-Encoding",
            "br",
            "Content-Range",
            "bytes 0-1/6",
            "a",
            "4",
            "C",
            "5");

    assertThat(record(200, stored).updatedBy(notModified).headers())
        .isEqualTo(
            Headers.of(
                "Content-Type",
                "text/plain",
                "Content-Length",
                "6",
                "B",
                "3",
                "etag",
                "W/\"a\"",
                "a",
                "4",
                "C",
                "5"));
  }

  @Test
  void isWorthAWriteIfSomethingElseThanTheTimeIsNew() {
    CacheRecord record = record("Date", "x", "ETag", "\"a\"");

    assertThat(record.saysTheSame(record.updatedBy(Headers.of("Date", "y", "Age", "1")))).isTrue();
    assertThat(record.saysTheSame(record.updatedBy(Headers.of("ETag", "\"a\"")))).isTrue();
    assertThat(record.saysTheSame(record.updatedBy(Headers.of("ETag", "W/\"a\"")))).isFalse();
    assertThat(record.saysTheSame(record.updatedBy(Headers.of("Warning", "x")))).isFalse();
  }
}
