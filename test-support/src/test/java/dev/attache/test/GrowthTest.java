package dev.attache.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GrowthTest {

  /** Takes as many steps, and is not optimized away. */
  private static void step(long count) {
    long sum = 0;
    for (long i = 0; i < count; i++) {
      sum += sum ^ i;
    }
    assertThat(sum).isNotEqualTo(1);
  }

  @Test
  void takesWhatIsInProportion() throws Exception {
    Growth.assertProportional(1, 1 << 20, size -> () -> step(100L * size));
  }

  @Test
  void takesWhatIsSorted() throws Exception {
    Growth.assertProportional(
        1,
        1 << 20,
        size -> {
          int[] numbers = new Random(7).ints(size).toArray();
          return () -> Arrays.sort(numbers.clone());
        });
  }

  @Test
  void takesWhatTakesTheSameTimeForAnySize() throws Exception {
    Growth.assertProportional(1, 1 << 20, size -> () -> step(1_000_000));
  }

  @Test
  void refusesTheSquareThatIsAFewTimesTheProportion() {
    assertThatThrownBy(
            () ->
                Growth.assertProportional(
                    1_000, 8_000, size -> () -> step(1_000L * size + (long) size * size)))
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching("8000 is 8 times 1000, and takes [2-5][0-9] times as long");
  }

  @Test
  void takesAPartThatCostsLittle() throws Exception {
    Growth.assertPart(10, () -> step(1_000_000), () -> step(100_000_000));
  }

  @Test
  void refusesAPartThatCostsAsMuchAsTheWhole() {
    assertThatThrownBy(() -> Growth.assertPart(10, () -> step(20_000_000), () -> step(20_000_000)))
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching("the part takes 1/[01] of the time of the whole, not 1/10");
  }
}
