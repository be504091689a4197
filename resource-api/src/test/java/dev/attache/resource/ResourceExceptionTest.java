package dev.attache.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceException.Kind;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ResourceExceptionTest {

  @Test
  void carriesItsKindItsUriAndItsMessage() {
    ResourceException exception = ResourceException.of(Kind.NOT_FOUND, "file:///p", "no such file");

    assertThat(exception.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(exception.uri()).isEqualTo("file:///p");
    assertThat(exception.message()).isEqualTo("no such file");
    assertThat(exception).hasMessage("no such file").hasNoCause();
  }

  @Test
  void mayBeAboutAnyTextThatWasGivenAsAUri() {
    assertThat(ResourceException.of(Kind.INVALID_URI, "no uri", "must have a scheme").uri())
        .isEqualTo("no uri");
  }

  @Test
  void mayBeAboutNoUriInParticular() {
    assertThat(ResourceException.of(Kind.FAILED, null, "out of luck").uri()).isNull();
  }

  @Test
  void keepsTheFailureThatLedToIt() {
    var cause = new IOException("disk on fire");

    assertThat(ResourceException.of(Kind.FAILED, "file:///p", "cannot be read", cause))
        .hasMessage("cannot be read")
        .hasCause(cause);
  }

  @Test
  void isNotTransientUnlessItSaysSo() {
    assertThat(ResourceException.of(Kind.TIMEOUT, "http://h/", "too slow").isTransient()).isFalse();
  }

  @Test
  void saysTheSameWhenItIsTransient() {
    var cause = new IOException("connection reset");
    ResourceException exception =
        ResourceException.of(Kind.FAILED, "http://h/", "cannot be read", cause).asTransient();

    assertThat(exception.isTransient()).isTrue();
    assertThat(exception.kind()).isEqualTo(Kind.FAILED);
    assertThat(exception.uri()).isEqualTo("http://h/");
    assertThat(exception).hasMessage("cannot be read").hasCause(cause);
  }

  @Test
  void leavesTheExceptionThatWasNotTransientAsItWas() {
    ResourceException exception = ResourceException.of(Kind.FAILED, null, "cannot be read");
    exception.asTransient();

    assertThat(exception.isTransient()).isFalse();
  }

  @Test
  void hasNoSecretsInItsMessage() {
    String uri = "x:?token=s3cr3t";
    ResourceException e =
        ResourceException.of(
            ResourceException.Kind.FAILED, uri, uri + " led to https://u:s3cr3t@h/: refused");
    assertThat(e.message()).isEqualTo("x:?token=REDACTED led to https://REDACTED@h/: refused");
    assertThat(e.asTransient().message()).isEqualTo(e.message());
    assertThat(e.toString()).doesNotContain("s3cr3t");
    assertThat(e.uri()).isEqualTo(uri);
  }

  @Test
  void hasNoSecretsInItsMessageWhenItIsAboutNoUri() {
    assertThat(
            ResourceException.of(
                    ResourceException.Kind.FAILED, null, "https://u:s3cr3t@h/ is not there")
                .message())
        .isEqualTo("https://REDACTED@h/ is not there");
  }

  @Test
  void hasNoSecretsOfACommandInItsMessage() {
    String line = "cmd:curl -H 'Authorization: s3cr3t' h";
    ResourceException e =
        ResourceException.of(
            Kind.FAILED, line, line + " (cmd://curl?arg=-u&arg=me%3As3cr3t) cannot run");
    assertThat(e.message())
        .isEqualTo(
            "cmd:curl -H 'Authorization: REDACTED' h (cmd://curl?arg=-u&arg=me%3AREDACTED)"
                + " cannot run");
    assertThat(e.uri()).isEqualTo(line);
  }
}
