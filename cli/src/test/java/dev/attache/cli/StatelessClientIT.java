package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.cli.Launch.Ended;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official TypeScript client of the revision 2026-07-28, which follows a file of ours. */
@Tag("process")
@Tag("network")
class StatelessClientIT {

  private static final String FIRST = "first: Grüße, 世界\n".repeat(200);
  private static final String CHANGED = "changed: Grüße, 世界\n";

  private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+)\n");

  @TempDir Path temporary;

  private Path folder = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void createFile() throws IOException {
    folder = Published.folder();
    file = Files.writeString(temporary.toRealPath().resolve("größe.txt"), FIRST);
  }

  @Test
  void followsAFileOverTheStandardStreams() {
    assertFollows(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName(),
        "serve",
        "--workspace=" + file.getParent(),
        "--attach=" + file);
  }

  @Test
  void followsAFileOverHttp() throws Exception {
    var workspace = TestWorkspace.in(Files.createDirectory(temporary.resolve("ws")));
    var err = new StringWriter();
    var server =
        new Thread(
            () ->
                workspace.run(
                    OutputStream.nullOutputStream(),
                    err,
                    "serve",
                    "--http=0",
                    "--workspace=" + file.getParent(),
                    "--attach=" + file));
    server.start();
    try {
      Matcher listening = LISTENING.matcher(err.toString());
      while (!listening.find()) {
        assertThat(server.isAlive()).as(err.toString()).isTrue();
        LockSupport.parkNanos(1_000_000);
        listening = LISTENING.matcher(err.toString());
      }
      assertFollows(listening.group(1));
    } finally {
      server.interrupt();
      server.join();
    }
  }

  private void assertFollows(String... target) {
    String uri = file.toUri().toASCIIString();
    List<String> words = new ArrayList<>();
    words.add("node");
    words.add(folder.resolve("stateless-client.mjs").toString());
    words.addAll(List.of(uri, file.toString()));
    words.addAll(List.of(target));
    Ended ended = Launch.in(temporary, words.toArray()).run();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.out().lines().map(StatelessClientIT::shown))
        .containsExactly(
            "connected: attache",
            "listed: " + uri,
            "tools: refresh_resource,list_resources",
            "read: " + FIRST,
            "refreshed: " + FIRST,
            "refreshed: " + FIRST,
            "listening: " + uri,
            "updated: " + uri,
            "refreshed: " + CHANGED,
            "read: " + FIRST,
            "ended: local",
            "failed: -32602",
            "closed: ");
  }

  private static String shown(String line) {
    try {
      JsonNode step = new ObjectMapper().readTree(line);
      return step.get(0).asText() + ": " + step.get(1).asText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
