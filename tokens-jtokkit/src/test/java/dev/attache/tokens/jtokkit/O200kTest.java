package dev.attache.tokens.jtokkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.attache.tokens.TokenEstimator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class O200kTest {

  private static final TokenEstimator EXACT = new O200k();

  @Test
  void countsWhatTheTokenizerDoes() {
    assertThat(EXACT.count("")).isZero();
    assertThat(EXACT.count("Hello, world!\n")).isEqualTo(4);
    assertThat(EXACT.count("Grüße aus Köln, 日本語")).isEqualTo(8);
    assertThat(EXACT.isExact()).isTrue();
  }

  @Test
  void takesWhatSpellsASpecialTokenForText() {
    assertThat(EXACT.count("<|endoftext|>")).isGreaterThan(1);
  }

  @Test
  void readsTheVocabularyOnce() {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(new O200k().count("Hello")).isOne();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000_000);
  }

  /** The texts are ones that nobody has fitted anything to: what this project is written in. */
  @Test
  void isNearlyWhatTheEstimateSaysForOurOwnSources() throws IOException {
    var errors = new ArrayList<Double>();
    for (Path file : ourOwn()) {
      String text = Files.readString(file);
      if (text.length() >= 200) {
        double exact = EXACT.count(text);
        errors.add(Math.abs(TokenEstimator.standard().count(text) - exact) / exact);
      }
    }
    errors.sort(null);
    assertThat(errors).hasSizeGreaterThan(300);
    assertThat(errors.get(errors.size() / 2)).as("median").isLessThan(0.06);
    assertThat(errors.get(errors.size() * 95 / 100)).as("95 of 100").isLessThan(0.15);
  }

  private static List<Path> ourOwn() throws IOException {
    var all = new ArrayList<Path>();
    for (String each : List.of("../resource-core/src", "../handlers-file/src", "../cli/src")) {
      try (Stream<Path> files = Files.walk(Path.of(each))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
      }
    }
    return all;
  }
}
