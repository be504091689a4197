package dev.attache.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DedupOverridesTest {

  private static final DedupRules GENERAL = new DedupRules(true, 7, 8);

  @Test
  void goBeforeTheGeneralRulesWhereTheySaySomething() {
    assertThat(new DedupOverrides(null, null, null).over(GENERAL)).isEqualTo(GENERAL);
    assertThat(new DedupOverrides(false, null, null).over(GENERAL))
        .isEqualTo(new DedupRules(false, 7, 8));
    assertThat(new DedupOverrides(null, 0L, null).over(GENERAL))
        .isEqualTo(new DedupRules(true, 0, 8));
    assertThat(new DedupOverrides(null, null, 0).over(GENERAL))
        .isEqualTo(new DedupRules(true, 7, 0));
  }

  @Test
  void leaveNothingToTheGeneralRulesWhereTheyAreRulesThemselves() {
    var rules = new DedupRules(false, 1, 2);
    assertThat(DedupOverrides.of(rules).over(GENERAL)).isEqualTo(rules);
  }

  @Test
  void areSwitchedOffWithAllElseAsItIs() {
    assertThat(new DedupOverrides(true, 1L, null).disabled())
        .isEqualTo(new DedupOverrides(false, 1L, null));
  }

  @Test
  void refuseWhatNoRulesCanHave() {
    assertThatThrownBy(() -> new DedupOverrides(null, -1L, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("min bytes (-1) and lookback turns (30) must not be negative");
  }
}
