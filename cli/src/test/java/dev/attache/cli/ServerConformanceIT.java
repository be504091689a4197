package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.Launch.Ended;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scenarios for servers of the protocol's own conformance tests. The resources that they ask
 * for are those of a handler by others.
 */
@Tag("process")
@Tag("network")
@Tag("slow")
class ServerConformanceIT {

  private static final Pattern PASSED = Pattern.compile("(?m)^✓ (\\S+): \\d+ passed, 0 failed");

  /** What else there is stands in {@code expected-failures.yml}, with the reason. */
  private static final List<String> OFFERED =
      List.of(
          "server-initialize",
          "logging-set-level",
          "ping",
          "tools-list",
          "server-sse-polling", // of which nothing is to be tested where the answer is no stream
          "server-sse-multiple-streams",
          "resources-list",
          "resources-read-text",
          "resources-read-binary",
          "resources-templates-read",
          "resources-subscribe",
          "resources-unsubscribe",
          "dns-rebinding-protection");

  private static final String HANDLER =
      """
      package ext;
      import dev.attache.resource.*;
      import dev.attache.resource.spi.*;
      import java.util.*;
      public class TestHandler implements ResourceHandler {
        private static final String PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk\
      +M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

        public Set<String> schemes() { return Set.of("test"); }

        public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
          String[] words = uri.value().substring("test://".length()).split("/");
          return List.of(switch (words[0]) {
            case "static-text" -> text(uri, "This is the content of the static text resource.");
            case "watched-resource" -> text(uri, "This is watched.");
            case "template" -> text(uri, "Data for ID: " + words[1]);
            case "static-binary" ->
                Resource.builder(uri, ResourceContent.blob(Base64.getDecoder().decode(PNG))).build();
            default -> throw ResourceException.of(
                ResourceException.Kind.NOT_FOUND, uri.value(), "no such file: " + uri.value());
          });
        }

        private static Resource text(ResourceUri uri, String text) {
          return Resource.builder(uri, ResourceContent.text(text)).build();
        }
      }
      """;

  private Path attache = Path.of("");

  @TempDir Path temporary;

  private ServedWorkspace workspace = new ServedWorkspace(attache, attache, attache);
  private String[] options = {};

  @BeforeEach
  void makeTheHandler() throws Exception {
    Published.folder();
    attache = Launch.installed();
    workspace = ServedWorkspace.in(temporary, attache);
    Path jar = temporary.resolve("test-handler.jar");
    ForeignJar.empty(temporary)
        .says("Attache-Schemes", "test")
        .names("ext.TestHandler")
        .source("TestHandler", HANDLER)
        .write(jar);
    options =
        new String[] {
          "--handler-jar=" + jar,
          "--attach=test://static-text",
          "--attach=test://static-binary",
          "--attach=test://watched-resource",
          "--allow-attach-from=test:"
        };
  }

  @Test
  void passesWhatItOffersOverHttp() throws Exception {
    try (var server = workspace.listen(options)) {
      assertPasses(server.url());
    }
  }

  /** What is asked of HTTP itself, the bridge answers. */
  @Test
  void passesTheSameOverTheStandardStreams() throws Exception {
    List<String> words = new ArrayList<>();
    words.add(Published.folder().resolve("stdio-bridge.mjs").toString());
    words.addAll(workspace.serve(options));
    Map<String, String> environment = workspace.environment();
    try (var bridge = Published.Running.start(environment, words.toArray(String[]::new))) {
      assertPasses(bridge.url());
    }
  }

  private void assertPasses(String url) {
    Ended ended =
        workspace.node(
            Published.module(Published.CONFORMANCE),
            "server",
            "--url",
            url,
            "--suite",
            "all",
            "--output-dir",
            temporary.resolve("results").toString(),
            "--expected-failures",
            Published.folder().resolve("expected-failures.yml").toString());
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    assertThat(PASSED.matcher(ended.out()).results().map(each -> each.group(1)))
        .containsExactlyElementsOf(OFFERED);
  }
}
