package dev.attache.handlers.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM of its own, for instance one that fetches a URL: for what one with little memory can do.
 */
final class OtherJvm {

  private OtherJvm() {}

  /** What {@link WebFetch#outcome} gives there, for a server that is allowed. */
  static String outcome(String heap, String hostAndPort, String url) throws IOException {
    return output(heap, OtherJvm.class, hostAndPort, url);
  }

  /** What a program prints there. */
  static String output(String heap, Class<?> program, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(heap, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.onExit().join().exitValue()).as("exit code of %s", command).isZero();
    return out.strip();
  }

  /** Prints what comes of a fetch, and after it leaves nothing. */
  public static void main(String[] arguments) throws Exception {
    var web = new WebFetch().allow(arguments[0]).withMaxBytes(10 << 20);
    new PrintStream(System.out, true, UTF_8).println(web.outcome(arguments[1]));
    web.end();
  }
}
