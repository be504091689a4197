package dev.attache.resource.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SkipReasonTest {

  @Test
  void hasOneWordForEachReason() {
    assertThat(SkipReason.values())
        .extracting(SkipReason::toString)
        .containsExactly(
            "ignored",
            "excluded",
            "hidden",
            "too-large",
            "special-file",
            "outside-workspace",
            "sensitive",
            "unreadable",
            "duplicate",
            "over-limit");
  }
}
