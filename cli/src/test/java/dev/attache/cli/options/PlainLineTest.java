package dev.attache.cli.options;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class PlainLineTest {

  private static final List<String> WORDS =
      List.of(
          "a",
          "b c",
          "x=y",
          "=",
          "@file",
          "--",
          "-",
          "",
          "\"q\"",
          "'s'",
          "--flag",
          "--flag=true",
          "-f",
          "-fv",
          "-vf",
          "--value",
          "--value=1",
          "--value=",
          "-v",
          "-v1",
          "-v=1",
          "--many",
          "--many=m",
          "-m",
          "-mx",
          "--choice",
          "--choice=one",
          "--choice=two",
          "--req",
          "--req=r",
          "--unknown",
          "--unknown=1",
          "--val",
          "-x",
          "--help",
          "-h",
          "\\",
          "--value==",
          "${x}",
          "--many=a,b",
          "a,b",
          "--no-flag",
          "\uFFFD");

  /** Options of all kinds, and the lists that they fill. */
  private static final class Taken {
    private final List<String> shared = new ArrayList<>();
    private final List<String> meant = new ArrayList<>();
    private final List<String> first = new ArrayList<>();
    private final Options options = new Options();

    private Taken(int kind) {
      options
          .flag("f", "--flag", "-f")
          .value("V", "v", "-v", "--value")
          .values("M", shared, "m", "--many", "-m")
          .values("X", meant, value -> "!" + value, "x", "-x")
          .choice("C", List.of("one", "two"), "c", "--choice");
      switch (kind) {
        case 0 -> options.parameters("[P]...", shared, "p");
        case 1 -> options.parameter(0, "P", first, "p").lastParameter(1, "[Q]", shared, "q");
        case 2 -> options.parameter(0, "P", first, "p").required("R", "r", "--req");
        default -> options.parameters("[P]...", shared, List.of("a", "b"), "p");
      }
    }

    private List<List<String>> lists() {
      return List.of(List.copyOf(shared), List.copyOf(meant), List.copyOf(first));
    }
  }

  /** Returns what picocli finds, set up as for commands; null if it refuses the line. */
  private static @Nullable Arguments parsed(Taken taken, List<String> words) {
    CommandSpec spec = CommandSpec.create();
    OptionSpecs.add(taken.options, spec);
    var line = new CommandLine(spec);
    line.setExpandAtFiles(false);
    line.setInterpolateVariables(false);
    line.setOverwrittenOptionsAllowed(true);
    try {
      return OptionSpecs.arguments(List.of(line.parseArgs(words.toArray(String[]::new))));
    } catch (ParameterException e) {
      return null;
    }
  }

  @Test
  void readsWhatItReadsAsPicocliDoes() {
    var random = new Random(24);
    int read = 0;
    for (int i = 0; i < 40_000; i++) {
      var words = new ArrayList<String>();
      for (int length = random.nextInt(6); length > 0; length--) {
        words.add(WORDS.get(random.nextInt(WORDS.size())));
      }
      var plain = new Taken(i % 4);
      Arguments arguments = PlainLine.read(plain.options, words);
      if (arguments == null) {
        assertThat(plain.lists()).as("what %s left", words).allMatch(List::isEmpty);
        continue;
      }
      read++;
      var oracle = new Taken(i % 4);
      assertThat(arguments).as("%s", words).isEqualTo(parsed(oracle, words));
      assertThat(plain.lists()).as("%s", words).isEqualTo(oracle.lists());
      assertThat(List.copyOf(arguments.given().keySet()))
          .as("the order of %s", words)
          .isEqualTo(List.copyOf(requireNonNull(parsed(new Taken(i % 4), words)).given().keySet()));
    }
    assertThat(read).isGreaterThan(4_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-f a",
        "a b c",
        "--flag -v 1 a",
        "--value=1 -m x a --many=y b",
        "-x 1 --choice two",
        "a=b"
      })
  void readsWhatIsPlain(String line) {
    assertThat(PlainLine.read(new Taken(0).options, List.of(line.split(" ")))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "-h",
        "-fv",
        "-v1",
        "--",
        "-",
        "--flag=true",
        "--flag --flag",
        "-v 1 --value 2",
        "--value",
        "--value -1",
        "--value=",
        "--unknown",
        "a \uFFFD",
        "--many \"a\""
      })
  void leavesTheRestToPicocli(String line) {
    assertThat(PlainLine.read(new Taken(0).options, List.of(line.split(" ")))).isNull();
  }
}
