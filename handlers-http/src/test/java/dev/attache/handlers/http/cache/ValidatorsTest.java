package dev.attache.handlers.http.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import okhttp3.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidatorsTest {

  private static final String DATE = "Wed, 21 Oct 2015 07:28:00 GMT";
  private static final String SECOND_BEFORE = "Wed, 21 Oct 2015 07:27:59 GMT";

  private static Validators of(String... namesAndValues) {
    Headers.Builder headers = new Headers.Builder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.addUnsafeNonAscii(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Validators(headers.build(), Instant.parse("2015-10-21T07:28:00Z"));
  }

  private static Headers conditions(Validators validators) {
    return validators.conditional(Headers.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\"",
        "W/\"a\"",
        "w/\"a\"",
        "a",
        "a b",
        "\"\"",
        "W/",
        "\"a\"\"",
        "'a'",
        "a,b",
        "\"*\"",
        "ü",
        "\"a\tb\"",
        "\"Grüße\""
      })
  void sendsAnETagAsItCame(String etag) {
    assertThat(conditions(of("ETag", etag))).isEqualTo(headers("If-None-Match", etag));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "*", " * ", "\"a\", *", "*,\"a\"", "a\rb", "a\u0000b", "\ufffd", "\u009b"})
  void ignoresAnETagThatAsksForAnythingOrCannotBeSent(String etag) {
    assertThat(of("ETag", etag).exist()).isFalse();
    assertThat(conditions(of("ETag", etag))).isEqualTo(Headers.of());
  }

  @Test
  void sendsATimeOfModificationThatIsASecondOlderThanTheAnswer() {
    assertThat(conditions(of("Date", DATE, "Last-Modified", SECOND_BEFORE)))
        .isEqualTo(headers("If-Modified-Since", SECOND_BEFORE));
    assertThat(of("Date", DATE, "Last-Modified", DATE).exist()).isFalse();
    assertThat(of("Date", SECOND_BEFORE, "Last-Modified", DATE).exist()).isFalse();
  }

  @Test
  void comparesTheTimeOfModificationWithTheArrivalIfTheAnswerHasNoDate() {
    assertThat(of("Last-Modified", SECOND_BEFORE).exist()).isTrue();
    assertThat(of("Last-Modified", DATE).exist()).isFalse();
    assertThat(of("Last-Modified", DATE, "Date", "yesterday").exist()).isFalse();
  }

  @Test
  void sendsATimeOfModificationAsItCame() {
    String rfc850 = "Tuesday, 20-Oct-15 07:28:00 GMT";

    assertThat(conditions(of("Date", DATE, "Last-Modified", rfc850)))
        .isEqualTo(headers("If-Modified-Since", rfc850));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "yesterday", "Wed, ٢٠ Oct 2015 07:28:00 GMT \ufffd"})
  void ignoresATimeOfModificationThatIsNone(String time) {
    assertThat(of("Date", DATE, "Last-Modified", time).exist()).isFalse();
  }

  @Test
  void sendsBothConditions() {
    assertThat(conditions(of("ETag", "\"a\"", "Date", DATE, "Last-Modified", SECOND_BEFORE)))
        .isEqualTo(Headers.of("If-None-Match", "\"a\"", "If-Modified-Since", SECOND_BEFORE));
  }

  @Test
  void doesNotRelyOnATimeIfTheAnswerVariesWithAnything() {
    assertThat(of("Vary", "Foo, *", "Date", DATE, "Last-Modified", SECOND_BEFORE).exist())
        .isFalse();
    assertThat(of("Vary", "*", "ETag", "\"a\"").exist()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'\"a\"', '\"a\"', true",
    "'\"a\"', 'W/\"a\"', true",
    "'W/\"a\"', '\"a\"', true",
    "'\"a\"', '\"b\"', false",
    "'\"a\"', 'W/\"b\"', false",
    "'W/\"a\"', 'W/\"b\"', false",
    "'a', '\"a\"', false"
  })
  void isConfirmedByTheSameETagOnly(String ours, String theirs, boolean isConfirmed) {
    assertThat(of("ETag", ours).areConfirmedBy(Headers.of("ETag", theirs))).isEqualTo(isConfirmed);
  }

  @Test
  void isConfirmedByA304ThatNamesNothing() {
    assertThat(of("ETag", "\"a\"").areConfirmedBy(Headers.of())).isTrue();
    assertThat(of("Date", DATE, "Last-Modified", SECOND_BEFORE).areConfirmedBy(Headers.of()))
        .isTrue();
  }

  @Test
  void isConfirmedByTheSameETagWhateverTheTimeSays() {
    Headers touched = Headers.of("ETag", "\"a\"", "Last-Modified", DATE);

    assertThat(of("ETag", "\"a\"", "Last-Modified", SECOND_BEFORE).areConfirmedBy(touched))
        .isTrue();
  }

  @Test
  void isNotConfirmedByWhatCannotBeCompared() {
    Validators time = of("Date", DATE, "Last-Modified", SECOND_BEFORE);

    assertThat(time.areConfirmedBy(Headers.of("ETag", "\"a\""))).isFalse();
    assertThat(time.areConfirmedBy(Headers.of("ETag", "W/\"a\""))).isTrue();
    assertThat(time.areConfirmedBy(Headers.of("Last-Modified", SECOND_BEFORE))).isTrue();
    assertThat(time.areConfirmedBy(Headers.of("Last-Modified", DATE))).isFalse();
  }

  private static Headers headers(String name, String value) {
    return new Headers.Builder().addUnsafeNonAscii(name, value).build();
  }
}
