package dev.attache.cli;

import com.fasterxml.jackson.annotation.JacksonAnnotation;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A client of MCP as a program of its own, which starts the server that its arguments name, reads a
 * resource, says the ids of the processes that it has so started, and waits to be killed.
 */
final class DoomedClient {

  private DoomedClient() {}

  /** The program and its arguments, which starts it. */
  static List<String> command(String uri, List<String> server) {
    String classPath =
        Stream.of(
                DoomedClient.class, ObjectMapper.class, JsonFactory.class, JacksonAnnotation.class)
            .map(TestServer::origin)
            .collect(Collectors.joining(":"));
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath));
    words.add(DoomedClient.class.getName());
    words.add(uri);
    words.addAll(server);
    return words;
  }

  public static void main(String[] args) throws Exception {
    List<String> server = List.of(args).subList(1, args.length);
    var builder = new ProcessBuilder(server).redirectError(ProcessBuilder.Redirect.INHERIT);
    var client = new PipedClient(builder.start()).initialize();
    client.answer(Mcp.READ, Mcp.uri(args[0]));
    System.out.println(
        Stream.concat(Stream.of(client.process().toHandle()), client.process().descendants())
            .map(each -> String.valueOf(each.pid()))
            .collect(Collectors.joining(" ")));
    Thread.sleep(600_000);
  }
}
