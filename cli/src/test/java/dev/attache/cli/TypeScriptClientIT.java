package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.cli.Launch.Ended;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The official TypeScript clients, of both editions and with the revision of 2026, which follow a
 * file through its changes.
 */
@Tag("process")
@Tag("network")
@Tag("slow")
class TypeScriptClientIT {

  private static final String FIRST = "first: Grüße, 世界 \uD83D\uDE42\n".repeat(100);
  private static final String CHANGED = "changed: Grüße, 世界\n".repeat(100);

  private Path attache = Path.of("");

  @TempDir Path temporary;

  @BeforeEach
  void needsTheClients() {
    Published.folder();
    attache = Launch.installed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sdk", "client", "modern"})
  void followAFileOverTheStandardStreams(String edition) throws Exception {
    var workspace = ServedWorkspace.in(temporary, attache);
    Path file = workspace.file("größe.txt", FIRST);
    assertFollows(
        edition, workspace, file, workspace.serve("--attach=größe.txt").toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sdk", "client", "modern"})
  void followAFileOverHttp(String edition) throws Exception {
    var workspace = ServedWorkspace.in(temporary, attache);
    Path file = workspace.file("größe.txt", FIRST);
    try (var server = workspace.listen("--attach=größe.txt")) {
      assertFollows(edition, workspace, file, server.url());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sdk", "client", "modern"})
  void followAFileOverHttpWithAToken(String edition) throws Exception {
    var workspace = ServedWorkspace.in(temporary, attache);
    Path file = workspace.file("größe.txt", FIRST);
    Path token = Files.writeString(temporary.resolve("token"), "s3cret-t0ken\n");
    try (var server = workspace.listen("--attach=größe.txt", "--token-file=" + token)) {
      assertFollows(edition, workspace, file, server.url(), "s3cret-t0ken");
    }
  }

  private static void assertFollows(
      String edition, ServedWorkspace workspace, Path file, String... target) throws Exception {
    String uri = "file://" + workspace.directory() + "/gr%C3%B6%C3%9Fe.txt";
    List<String> words = new ArrayList<>();
    words.add(Published.folder().resolve("resource-client.mjs").toString());
    words.addAll(List.of(edition, uri, file.toString()));
    words.addAll(List.of(target));
    Ended ended = workspace.node(words.toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.out().lines().map(TypeScriptClientIT::shown))
        .as(ended.err())
        .containsExactly(
            "connected: attache",
            "listed: " + uri,
            "read: " + FIRST,
            "refreshed: " + FIRST,
            "updated: " + uri,
            "refreshed: " + CHANGED,
            "read: " + FIRST,
            "updated: none",
            "refreshed: changed once more\n",
            "closed: ");
  }

  /** What the client did, and what came of it. */
  private static String shown(String line) {
    try {
      JsonNode step = new ObjectMapper().readTree(line);
      JsonNode came = step.get(1);
      String text = came.has("text") ? content(came.get("text").asText()) : came.at("/0").asText();
      return step.get(0).asText() + ": " + (came.isTextual() ? came.asText() : text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a content without its first line. */
  private static String content(String text) {
    return text.replaceFirst("^\\S+ sha256:[0-9a-f]{12} \\d+ lines?\n", "");
  }
}
