package dev.attache.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.attache.mcp.wire.JsonValues;
import dev.attache.mcp.wire.Values;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What goes to a server and comes from it, as text. */
class ServerTextTest {

  @Test
  void quotesInOneLineWithoutControls() {
    assertThat(ServerText.line("\033[1;31ma\tb\u202e c\033[0m\r\n", 100)).isEqualTo("a b c");
    assertThat(ServerText.line("\033", 100)).isEmpty();
    assertThat(ServerText.line("abc\ud83d\ude00d", 4)).isEqualTo("abc…");
    assertThat(ServerText.line("at https://me:pw@host/", 100))
        .isEqualTo("at https://REDACTED@host/");
  }

  @Test
  void putsOneSpaceForWhatDoesNotBelongOnALine() {
    assertThat(ServerText.line("\r\n\u2066a \u0000\r\n\u2028\u2029\u061c b\ud800c\ufeff\n"))
        .isEqualTo("a b c");
    assertThat(ServerText.line("a  b\u200dc \u00e9\ud83d\ude00\ufe0f"))
        .isEqualTo("a  b\u200dc \u00e9\ud83d\ude00\ufe0f");
    assertThat(ServerText.line("a\033[31")).isEqualTo("a");
    assertThat(ServerText.line("\n".repeat(9000) + "a")).isEqualTo("a");
  }

  @Test
  void cutsALongLine() {
    assertThat(ServerText.line("x".repeat(1000))).isEqualTo("x".repeat(1000));
    assertThat(ServerText.line("x".repeat(1001))).isEqualTo("x".repeat(1000) + "…");
    assertThat(ServerText.line("x".repeat(1 << 20) + "\n", 5)).isEqualTo("xxxxx…");
  }

  @Test
  void cutsThroughNoSecret() {
    assertThat(ServerText.line("at https://me:password@host/path", 16))
        .isEqualTo("at https://REDAC…");
  }

  @Test
  void replacesHalfCharacters() {
    assertThat(ServerText.whole("a\ud800b\ud83d\ude00\udc00"))
        .isEqualTo("a\ufffdb\ud83d\ude00\ufffd");
  }

  @Test
  void keepsTheLastLines() {
    var last = new LastLines();
    for (int i = 1; i <= 9; i++) {
      byte[] line = (i + "\n\n").repeat(i == 9 ? 1 : 3000).getBytes(UTF_8);
      last.write(line, 0, line.length);
    }
    assertThat(last.lines()).containsExactly("8", "8", "8", "8", "9");
    assertThat(last.text()).hasSize(8 << 10).endsWith("8\n\n9\n\n");
  }

  @Test
  void keepsTheOrderOfFieldsAndLargeNumbers() throws IOException {
    String json =
        "{\"z\":1,\"a\":[true,null,1.5,9007199254740993,123456789012345678901234567890],\"m\":{}}";
    Object value = read(json);
    assertThat(new String(JsonValues.write(value), UTF_8)).isEqualTo(json);
    List<Object> numbers = new ArrayList<>((List<?>) Values.object(value).get("a"));
    assertThat(numbers)
        .containsExactly(
            true, null, 1.5, 9007199254740993L, new BigInteger("123456789012345678901234567890"));
  }

  @Test
  void readsOneValueOnly() {
    assertThatIOException().isThrownBy(() -> read("{} {}"));
    assertThatIOException().isThrownBy(() -> read(""));
    assertThatIOException().isThrownBy(() -> read("[".repeat(5000)));
  }

  private static Object read(String json) throws IOException {
    byte[] bytes = json.getBytes(UTF_8);
    Object value = JsonValues.read(bytes, 0, bytes.length);
    return value == null ? "null" : value;
  }

  @Test
  void givesAServerLittleOfTheEnvironment() {
    Map<String, String> parent =
        Map.of(
            "PATH", "/usr/bin:bin::/bin",
            "HOME", "/root",
            "LC_TIME", "C",
            "AWS_SECRET_ACCESS_KEY", "s",
            "LD_PRELOAD", "x");
    assertThat(ServerEnvironment.of(parent, Map.of("TOKEN", "t", "HOME", "/h")))
        .isEqualTo(Map.of("PATH", "/usr/bin:/bin", "HOME", "/h", "LC_TIME", "C", "TOKEN", "t"));
    assertThat(ServerEnvironment.of(Map.of(), Map.of()))
        .isEqualTo(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
  }
}
