package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON that is given on the command line, or in a file that it names. */
class GivenJsonTest {

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createConversation() {
    talk = Talk.in(temporary).input("printed");
    talk.good("query", "--print", "--new", "--id", "one", "hello");
  }

  private static String nested(int depth) {
    return "{\"a\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}";
  }

  private String path(String name) {
    return talk.workspace().directory().resolve(name).toString();
  }

  private String refused(String arguments) {
    return talk.refusal("tool-result", "--arguments", arguments);
  }

  @Test
  void hasNoNumberThatCannotBeKept() {
    assertThat(refused("{\"a\":1e999}"))
        .isEqualTo("--arguments:1:11: number (1e999) is out of range");
    assertThat(refused("{\"a\":[-1e999]}"))
        .isEqualTo("--arguments:1:13: number (-1e999) is out of range");
    assertThat(refused("{\"a\":" + "1".repeat(1001) + "}"))
        .isEqualTo("--arguments: a number has more than 1000 digits");
    talk.file("schema.json", "{\"maximum\":1e999}");
    assertThat(talk.refusal("query", "--print", "--schema", path("schema.json"), "x"))
        .startsWith("--schema (" + path("schema.json") + "):1:")
        .endsWith(": number (1e999) is out of range");
    assertThat(talk.events("request")).hasSize(1);
  }

  @Test
  void isNestedAtMost500Deep() {
    talk.good("tool-result", "--arguments", nested(500));
    assertThat(talk.events("call")).hasSize(1);
    for (int depth : new int[] {501, 502, 1000, 1001, 20_000}) {
      assertThat(refused(nested(depth))).isEqualTo("--arguments is nested more than 500 deep");
    }
    talk.file("schema.json", nested(500)).file("deep.json", nested(501));
    talk.good("query", "--print", "--schema", path("schema.json"), "--json", "x");
    talk.good("query", "--print", "--whole", "--json", "x");
    assertThat(talk.refusal("query", "--print", "--schema", path("deep.json"), "x"))
        .isEqualTo("--schema (" + path("deep.json") + ") is nested more than 500 deep");
    assertThat(talk.good("store", "verify").err()).isEmpty();
  }
}
