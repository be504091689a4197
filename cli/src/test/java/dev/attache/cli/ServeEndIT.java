package dev.attache.cli;

import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.cli.Launch.Ended;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a server, after which nothing runs that it has started. */
@Tag("process")
@Tag("slow")
class ServeEndIT {

  private static final String BRIDGED = "test://a.txt";
  private static final String ATTACH = "--attach=mcp+test+" + BRIDGED;

  private final Path attache = Launch.installed();

  @TempDir Path temporary;

  private final List<ProcessHandle> started = new ArrayList<>();
  private ServedWorkspace workspace = new ServedWorkspace(attache, attache, attache);

  /** The user has a server of somebody else, which does not end by itself when its input does. */
  @BeforeEach
  void configure() throws Exception {
    workspace = ServedWorkspace.in(temporary, attache);
    workspace.file("a.txt", "hello\n");
    List<String> words = new ArrayList<>(List.of("-c", "\"$@\"; exec sleep 600", "sh"));
    words.addAll(TestServer.program(temporary.resolve("started")));
    workspace.settings(
        "[mcp.servers.test]\ncommand = '/bin/sh'\nargs = ['%s']\n"
            .formatted(String.join("', '", words)));
  }

  @AfterEach
  void leaveNothing() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void answersAllRequestsBeforeTheEndOfItsInput() throws Exception {
    String script =
        """
        printf '%s\\n' \
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"printf","version":"1"}}}' \
        '{"jsonrpc":"2.0","id":2,"method":"resources/list"}' \
        '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_resources"}}' \
        | "$0" serve --attach a.txt""";
    Launch launch = Launch.in(workspace.directory(), "sh", "-c", script, attache);
    workspace.environment().forEach(launch::with);
    Ended ended = launch.run();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.err()).isEmpty();
    List<Integer> answered = new ArrayList<>();
    for (String line : ended.out().lines().toList()) {
      var answer = new ObjectMapper().readTree(line);
      assertThat(answer.has("result")).as(line).isTrue();
      answered.add(answer.get("id").asInt());
    }
    assertThat(answered).containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void endsWhenItsClientIsKilled() throws Exception {
    Process client =
        workspace.program(DoomedClient.command(BRIDGED, workspace.serve(ATTACH))).start();
    try {
      String line = client.inputReader(UTF_8).readLine();
      assertThat(line).isNotNull();
      for (String pid : line.split(" ", -1)) {
        ProcessHandle.of(Long.parseLong(pid)).ifPresent(started::add);
      }
      assertThatBothRun();
    } finally {
      client.destroyForcibly().waitFor();
    }
    assertThatAllEnd();
  }

  @Test
  void endsWhenBothStreamsAreClosed() throws Exception {
    open().hangUp();
    assertThatAllEnd();
  }

  @Test
  void endsWhenItIsTold() throws Exception {
    open().process().destroy();
    assertThatAllEnd();
  }

  @Test
  void endsWhenItIsToldWhileItListens() throws Exception {
    try (var server = workspace.listen("--attach=a.txt")) {
      started.add(server.process().toHandle());
    }
    assertThatAllEnd();
  }

  /** A client that has read what comes from the other server. */
  private PipedClient open() throws Exception {
    var client = new PipedClient(workspace.start(ATTACH)).initialize();
    client.answer(Mcp.READ, Mcp.uri(BRIDGED));
    Stream.concat(Stream.of(client.process().toHandle()), client.process().descendants())
        .forEach(started::add);
    assertThatBothRun();
    return client;
  }

  /** Ours, and the other server beneath it. */
  private void assertThatBothRun() {
    assertThat(started).allMatch(ProcessHandle::isAlive);
    assertThat(started)
        .anyMatch(
            each ->
                each.info().commandLine().orElse("").contains(TestServer.class.getSimpleName()));
  }

  private void assertThatAllEnd() {
    assertThat(started).isNotEmpty();
    await().until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
  }
}
