package dev.attache.resource.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ToolContextTest {

  /** Known to tools, and so never another; that of two JVMs is the same if each prints it. */
  private static final String GOLDEN =
      "{\"tool\":{\"name\":\"t\",\"arguments\":{\"z\":1,\"a\":[true,null,0.5,\"ä\\u2028\"],"
          + "\"m\":{\"y\":{},\"b\":[]}},\"answers\":{\"q\":\"x\",\"b\":false},"
          + "\"options\":{\"depth\":2}},\"context\":{\"action\":\"run\",\"root\":\"/w\"}}";

  private static ToolContext context() {
    var inner = new LinkedHashMap<String, Object>();
    inner.put("y", Map.of());
    inner.put("b", List.of());
    var arguments = new LinkedHashMap<String, Object>();
    arguments.put("z", 1);
    arguments.put("a", Arrays.asList(true, null, 0.5, "ä\u2028"));
    arguments.put("m", inner);
    var answers = new LinkedHashMap<String, Object>();
    answers.put("q", "x");
    answers.put("b", false);
    return new ToolContext("t", arguments, answers, Map.of("depth", 2), "/w", ToolObserver.NOBODY);
  }

  /** Prints the context, in a JVM of its own. */
  public static void main(String[] none) {
    System.out.write(context().json().getBytes(UTF_8), 0, context().json().getBytes(UTF_8).length);
    System.out.flush();
  }

  @Test
  void isTheSameTextForAllTime() {
    assertThat(context().json()).isEqualTo(GOLDEN);
  }

  @Test
  @Tag("process")
  void isTheSameTextInAnotherVirtualMachine() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ToolContextTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(new String(other.getInputStream().readAllBytes(), UTF_8)).isEqualTo(GOLDEN);
    assertThat(other.waitFor()).isZero();
  }

  @Test
  void saysNothingOfTheWorkspaceToWhomItIsNoBusiness() {
    assertThat(context().rootless().context()).isEqualTo(Map.of("action", "run"));
    assertThat(ToolContext.of("t", Map.of()).json())
        .isEqualTo(
            "{\"tool\":{\"name\":\"t\",\"arguments\":{},\"answers\":{},\"options\":{}},"
                + "\"context\":{\"action\":\"run\"}}");
  }
}
