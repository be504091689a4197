package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.test.Growth;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapturedTest {

  private static Captured of(String printed) {
    return Captured.whole(printed.getBytes(UTF_8));
  }

  @Test
  void showsWhatATerminalShows() {
    Captured shown = of("0%\r50%\r\033[32m100%\033[0m ä\n").shown();

    assertThat(new String(shown.head(), UTF_8)).isEqualTo("100% ä\n");
    assertThat(shown.size()).isEqualTo(8);
  }

  @Test
  void showsBothEndsOfWhatWasCut() {
    Captured shown =
        new Captured("0%\r1%\n".getBytes(UTF_8), "\033[1mend\n".getBytes(UTF_8), 1000).shown();

    assertThat(new String(shown.head(), UTF_8)).isEqualTo("1%\n");
    assertThat(new String(shown.tail(), UTF_8)).isEqualTo("end\n");
    assertThat(shown.cut()).isEqualTo(1000 - 6 - 8);
  }

  @Test
  void keepsTheCharset() {
    byte[] latin1 = "\033[1mGröße\033[0m\n".getBytes(ISO_8859_1);

    assertThat(new String(Captured.whole(latin1).shown().head(), ISO_8859_1)).isEqualTo("Größe\n");
  }

  @Test
  void keepsLettersWithTheByteOfAControlSequence() {
    byte[] cut = Arrays.copyOf("\033[1m盛1m\033[0m 盛".getBytes(UTF_8), 16); // within the last one
    byte[] shown = Captured.whole(cut).shown().head();

    assertThat(shown).isEqualTo(Arrays.copyOf("盛1m 盛".getBytes(UTF_8), 8));
    assertThat(of("\u009b1mbold\u009b0m\n").shown().head()).isEqualTo("bold\n".getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb\n", "a\r\nb\r\n", "\033\0binary\r.", "end\r"})
  void leavesOthersAlone(String printed) {
    Captured captured = of(printed);

    assertThat(captured.shown().head()).isSameAs(captured.head());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r.",
        "\b.",
        "\033[2K.",
        "\033]",
        "\033P",
        "\033[9999H.",
        "\033[2J\033[60H",
        "\033[200G.\n",
        "\033[2K\033[200G.",
        "\033[A\033[J",
        ".\033[999A\n",
        "\033[9;9;9;9;9m",
        "\033[111111",
        "\r"
      })
  void takesTimeByTheLength(String hostile) throws Exception {
    Growth.assertProportional(
        1 << 12,
        1 << 21,
        size -> {
          Captured captured = of(".".repeat(size) + hostile.repeat(size / hostile.length()));
          return captured::shown;
        });
  }
}
