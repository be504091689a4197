package dev.attache.resource.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceUri;
import org.junit.jupiter.api.Test;

class CandidateTest {

  private static final ResourceUri URI = ResourceUri.of("file:///p/a.txt");

  @Test
  void mayBeAUriOfWhichNothingElseIsKnown() {
    assertThat(Candidate.of(URI))
        .isEqualTo(new Candidate(URI, null, Candidate.UNKNOWN_SIZE, true, null));
  }

  @Test
  void isCalledByItsName() {
    assertThat(new Candidate(URI, "a.txt", 5, false, null).label()).isEqualTo("a.txt");
  }

  @Test
  void isCalledByItsUriWhenItHasNoName() {
    assertThat(Candidate.of(URI).label()).isEqualTo("file:///p/a.txt");
  }

  @Test
  void isCalledByItsUriWithoutSecrets() {
    assertThat(Candidate.of(ResourceUri.of("https://u:s3cr3t@h/")).label())
        .isEqualTo("https://REDACTED@h/");
  }
}
