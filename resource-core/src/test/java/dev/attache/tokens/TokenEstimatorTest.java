package dev.attache.tokens;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.attache.resource.Text;
import dev.attache.test.Growth;
import java.util.Base64;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The exact numbers are those of o200k, as its own implementation counts them. */
class TokenEstimatorTest {

  private static final TokenEstimator ESTIMATOR = TokenEstimator.standard();

  private static final String ENGLISH =
      "Whereas recognition of the inherent dignity and of the equal and inalienable rights of all"
          + " members of the human family is the foundation of freedom, justice and peace in the"
          + " world, now, therefore, the General Assembly proclaims this declaration.\n";

  @Test
  void countsNothingForTheEmptyTextAndSomethingForAnyOther() {
    assertThat(ESTIMATOR.count("")).isZero();
    assertThat(ESTIMATOR.count("a")).isEqualTo(1);
    assertThat(ESTIMATOR.count("\n")).isEqualTo(1);
    assertThat(ESTIMATOR.count("ab")).isPositive();
  }

  @Test
  void takesTheSameTextForTheSameNumberHoweverLong() {
    long once = ESTIMATOR.count(ENGLISH);
    assertThat(ESTIMATOR.count(ENGLISH.repeat(1000)))
        .isCloseTo(1000 * once, Percentage.withPercentage(4));
  }

  @Test
  void knowsThatRandomLettersCostMoreThanWords() {
    var random = new Random(7);
    byte[] bytes = new byte[3000];
    random.nextBytes(bytes);
    String base64 = Base64.getEncoder().encodeToString(bytes);
    assertThat(ESTIMATOR.count(base64) / (double) base64.length()).isCloseTo(0.7, within(0.1));
    assertThat(ESTIMATOR.count(ENGLISH) / (double) ENGLISH.length()).isCloseTo(0.19, within(0.03));
  }

  @Test
  void looksAtLongTextsInPartsOnly() {
    String half = "x = 1;\n".repeat(100_000);
    assertThat(ESTIMATOR.count(half + ENGLISH.repeat(3000))).isGreaterThan(ESTIMATOR.count(half));
  }

  @Test
  void countsBytesThatAreNoAscii() {
    Text chinese = Text.of("人人生而自由，在尊严和权利上一律平等。".repeat(20));
    assertThat(ESTIMATOR.count(chinese))
        .isCloseTo(chinese.value().length() * 13L / 19, Percentage.withPercentage(25));
    assertThat(chinese.value().getBytes(UTF_8).length).isGreaterThan(1000);
  }

  @Test
  void looksNotTwiceAtAWordWithoutAnEnd() throws Exception {
    Growth.assertProportional(
        10_000,
        20_000_000,
        length -> {
          Text word = Text.of("a".repeat(length));
          return () -> assertThat(ESTIMATOR.count(word)).isPositive();
        });
  }

  @Test
  void countsTheFirstOfSomeBytesAsTheTextThatTheySpell() {
    byte[] bytes = (ENGLISH + "x = f(1);\n".repeat(500)).getBytes(UTF_8);
    for (int length : new int[] {0, 1, 100, 1024, 1025, bytes.length}) {
      assertThat(ESTIMATOR.count(bytes, length))
          .isEqualTo(ESTIMATOR.count(Text.ofUtf8(bytes, 0, length)));
    }
  }
}
