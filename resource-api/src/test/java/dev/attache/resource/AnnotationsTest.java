package dev.attache.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnnotationsTest {

  @ParameterizedTest
  @ValueSource(doubles = {0, Double.MIN_VALUE, 0.5, 1})
  void acceptsAPriorityBetweenZeroAndOne(double priority) {
    assertThat(new Annotations(Set.of(), priority, null).priority()).isEqualTo(priority);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.5, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesAnyOtherPriority(double priority) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Annotations(Set.of(), priority, null))
        .withMessage("priority (%s) must be between 0 and 1", priority);
  }

  @Test
  void keepsTheAudienceInTheOrderOfTheRoles() {
    var written = new LinkedHashSet<>(List.of(Role.ASSISTANT, Role.USER));

    assertThat(new Annotations(written, null, null).audience())
        .containsExactly(Role.USER, Role.ASSISTANT);
  }

  @Test
  void isNotChangedThroughTheAudienceItWasMadeOf() {
    var audience = EnumSet.of(Role.USER);
    Annotations annotations = new Annotations(audience, null, null);
    audience.add(Role.ASSISTANT);

    assertThat(annotations.audience()).containsExactly(Role.USER);
  }

  @Test
  void doesNotLetItsAudienceBeChanged() {
    Set<Role> audience = new Annotations(Set.of(Role.USER), null, null).audience();

    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> audience.add(Role.ASSISTANT));
  }

  @Test
  void maySayOnlyWhenTheSourceChanged() {
    Instant instant = Instant.parse("2025-01-12T15:00:58Z");

    assertThat(Annotations.lastModified(instant))
        .isEqualTo(new Annotations(Set.of(), null, instant));
  }

  @Test
  void maySayNothing() {
    assertThat(Annotations.NONE).isEqualTo(new Annotations(Set.of(), null, null));
  }
}
