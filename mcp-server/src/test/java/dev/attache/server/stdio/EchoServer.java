package dev.attache.server.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.server.Noted;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A program that serves {@link EchoSession} on its standard streams, or has another one do so. */
final class EchoServer {

  private EchoServer() {}

  /** The process that does this with these arguments. */
  static ProcessBuilder program(String... arguments) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.add(EchoServer.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /**
   * With {@code parent}, starts a server that gives up what hangs after two seconds, asks it for
   * something that never ends and prints its process id; else serves, and ends with what went
   * wrong.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (List.of(arguments).contains("parent")) {
      Process server = program("2").redirectError(ProcessBuilder.Redirect.INHERIT).start();
      server
          .getOutputStream()
          .write("{\"id\":1,\"method\":\"hang\"}\n{\"id\":2}\n".getBytes(UTF_8));
      server.getOutputStream().flush();
      var answer = new byte[1000];
      int count = server.getInputStream().read(answer);
      System.out.println(server.pid() + " " + new String(answer, 0, count, UTF_8));
      Thread.sleep(600_000);
      return;
    }
    var noted = new Noted();
    try {
      StdioTransport.serve(
          new FileInputStream(FileDescriptor.in),
          new FileOutputStream(FileDescriptor.out),
          unasked -> new EchoSession(),
          noted::note,
          arguments.length == 0
              ? Duration.ofHours(1)
              : Duration.ofSeconds(Long.parseLong(arguments[0])));
    } catch (IOException e) {
      noted.note("ended: " + e.getMessage());
    }
    noted.lines.forEach(System.err::println);
  }
}
