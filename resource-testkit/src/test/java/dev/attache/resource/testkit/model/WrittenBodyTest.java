package dev.attache.resource.testkit.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class WrittenBodyTest {

  private static String problem(String body) {
    return WrittenBody.problem(body.getBytes(UTF_8));
  }

  @Test
  void isSoundIfEveryParserTakesIt() {
    assertThat(problem("{\"a\":[1,\"\\ud83d\\ude00 é\",null,{}]}")).isEmpty();
    assertThat(problem("{\"a\":" + "[".repeat(49) + "]".repeat(49) + "}")).isEmpty();
  }

  @Test
  void isNotSoundIfAParserMayRefuseIt() {
    assertThat(problem("")).isEqualTo("it does not begin and end with a bracket");
    assertThat(problem("[]")).isEqualTo("it does not begin and end with a bracket");
    assertThat(problem("{}\n")).isEqualTo("it does not begin and end with a bracket");
    assertThat(problem("{} {}")).startsWith("it is not JSON: Trailing token");
    assertThat(problem("{\"a\":1,\"a\":1}")).startsWith("it is not JSON: Duplicate field 'a'");
    assertThat(problem("{\"a\":1,}")).startsWith("it is not JSON: Unexpected character ('}'");
    assertThat(problem("{\"a\":\"\\ud83d\"}")).startsWith("an unpaired surrogate in: ");
    assertThat(problem("{\"\\ude00\":1}")).isNotEmpty();
    assertThat(problem("{\"a\":" + "[".repeat(50) + "]".repeat(50) + "}"))
        .isEqualTo("it is nested 51 levels deep");
    assertThat(WrittenBody.problem(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}))
        .startsWith("it is not UTF-8: ");
  }

  @Test
  void losesItsMarksWhereverTheyStand() throws Exception {
    String marked = "{\"a\":[{\"b\":1,\"mark\":{\"c\":2}},[{\"mark\":1}]],\"mark\":null}";
    var body = WrittenBody.of(marked.getBytes(UTF_8), Set.of("mark"));
    assertThat(body.withoutMarks()).hasToString("{\"a\":[{\"b\":1},[{}]]}");
    assertThat(body.marks()).isEqualTo(3);
  }
}
