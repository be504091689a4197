package dev.attache.support.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PlatformTextTest {

  @Test
  @Tag("process")
  void findsTheArgumentThatAnEncodingCannotExpress() throws IOException {
    assertThat(inJvm("LC_ALL=C", List.of(), "a", "é"))
        .containsExactly(
            "argument 2 cannot be passed to a program in the encoding US-ASCII of this"
                + " platform; run with LC_ALL=C.UTF-8",
            "3f");
  }

  @Test
  @Tag("process")
  void findsNothingWhereTheEncodingHasEverything() throws IOException {
    assertThat(inJvm("LC_ALL=C.UTF-8", List.of(), "a", "é")).containsExactly("null", "c3a9");
  }

  /** Java 17 obeys the property, later ones the platform: the fault must say what happens. */
  @Test
  @Tag("process")
  void agreesWithWhatTheJdkDoesWhenTheDefaultCharsetIsSet() throws IOException {
    List<String> lines = inJvm("LC_ALL=C", List.of("-Dfile.encoding=UTF-8"), "a", "é");
    assertThat(lines.get(1)).isEqualTo(lines.get(0).equals("null") ? "c3a9" : "3f");
  }

  @Test
  void findsHalfACharacterAndANul() {
    assertThat(PlatformText.fault("\ud800", UTF_8))
        .isEqualTo("cannot be passed to a program in the encoding UTF-8 of this platform");
    assertThat(PlatformText.fault("a\0b", UTF_8)).isEqualTo("must not contain a NUL");
    assertThat(PlatformText.fault("\ud83d\ude00", UTF_8)).isNull();
    assertThat(PlatformText.fault("é", StandardCharsets.ISO_8859_1)).isNull();
  }

  @Test
  void namesAVariableWithoutItsValue() {
    assertThat(PlatformText.faultOfVariables(Map.of("TOKEN", "secret\0")))
        .isEqualTo("the variable TOKEN must not contain a NUL");
    assertThat(PlatformText.faultOfVariables(Map.of("TOKEN", "secret\uFFFD")))
        .startsWith("the variable TOKEN cannot be passed to a program in the encoding ");
    assertThat(PlatformText.faultOfVariables(Map.of("TOKEN", "secret"))).isNull();
  }

  /** Prints the fault of the texts, and then the bytes that a program gets for the last. */
  public static void main(String[] texts) throws IOException {
    var out = new PrintStream(System.out, true, UTF_8);
    var arguments = new ArrayList<String>();
    for (String text : texts) {
      arguments.add(text.replace("E", "é")); // the JVM could not be given it
    }
    out.println(PlatformText.faultOfArguments(arguments));
    String last = arguments.get(arguments.size() - 1);
    String script = "printf %s \"$1\" | od -An -tx1 | tr -d ' '";
    Process shell = new ProcessBuilder("sh", "-c", script, "sh", last).start();
    out.print(new String(shell.getInputStream().readAllBytes(), UTF_8));
  }

  private static List<String> inJvm(String variable, List<String> options, String... texts)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    // Unlike the class path, this is also found in directories that the encoding cannot express.
    command.add("-Xbootclasspath/a:" + System.getProperty("java.class.path"));
    command.addAll(options);
    command.add(PlatformTextTest.class.getName());
    for (String text : texts) {
      command.add(text.replace("é", "E"));
    }
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("LC_ALL", variable.substring("LC_ALL=".length()));
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return out.lines().toList();
  }
}
