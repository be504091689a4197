package dev.attache.resource.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContentHintsTest {

  @Test
  void mayKnowNothing() {
    assertThat(ContentHints.NONE).isEqualTo(new ContentHints(null, null));
  }

  @Test
  void mayKnowOnlyTheFileName() {
    assertThat(ContentHints.ofFileName("Main.java")).isEqualTo(new ContentHints("Main.java", null));
  }

  @Test
  void mayKnowOnlyTheDeclaredType() {
    assertThat(ContentHints.ofDeclaredType("text/html; charset=utf-8"))
        .isEqualTo(new ContentHints(null, "text/html; charset=utf-8"));
  }

  @Test
  void knowsNothingWhenNoTypeWasDeclared() {
    assertThat(ContentHints.ofDeclaredType(null)).isEqualTo(ContentHints.NONE);
  }
}
