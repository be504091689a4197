package dev.attache.types;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TypeRulesTest {

  private static final byte[] TEXT = "#!/bin/sh\n".getBytes(UTF_8);

  private static TypeDecision decide(@Nullable String declared, TypeRules... rules) {
    return TypeDetector.with(rules).decide(declared, "a.png", TEXT, TEXT.length, true);
  }

  @Test
  void beatWhatAttacheFindsAndKeepWhatItFound() {
    TypeDecision decision = decide(null, (name, prefix, length) -> "application/x-zork");
    assertThat(decision.chosen()).isEqualTo("application/x-zork");
    assertThat(decision.why()).isEqualTo("by further rules");
    assertThat(decision.sniffed()).isEqualTo(decide(null).sniffed());
  }

  @Test
  void areBeatenByADeclaredType() {
    assertThat(decide("text/x-mine", (name, prefix, length) -> "text/x-zork").chosen())
        .isEqualTo("text/x-mine");
  }

  @Test
  void leaveToTheNextWhatTheyDoNotKnowOrSayBadly() {
    assertThat(
            decide(
                    null,
                    (name, prefix, length) -> null,
                    (name, prefix, length) -> "no type",
                    (name, prefix, length) -> name + "/" + length)
                .chosen())
        .isEqualTo("a.png/10");
  }

  @Test
  void hideNothingWhenTheyFail() {
    TypeRules failing =
        (name, prefix, length) -> {
          throw new IllegalStateException("broken");
        };
    TypeRules endless =
        (name, prefix, length) -> {
          throw new StackOverflowError();
        };
    assertThat(decide(null, failing, endless)).isEqualTo(decide(null));
    TypeDetector detector = TypeDetector.with(failing);
    assertThat(detector.problem()).isNull();
    detector.decide(null, "a", TEXT, TEXT.length, true);
    assertThat(detector.problem())
        .isEqualTo("rules for types failed: java.lang.IllegalStateException: broken");
  }
}
