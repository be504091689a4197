package dev.attache.cli;

import static dev.attache.cli.PublishedConnections.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference server of the protocol, by its makers, on both transports. */
@Tag("process")
@Tag("network")
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"stdio", "streamableHttp"})
class EverythingServerIT {

  private static final String TEXT = "demo://resource/dynamic/text/";
  private static final String BLOB = "demo://resource/dynamic/blob/";

  @Parameter String transport = "";

  @TempDir Path directory;

  private final List<AutoCloseable> opened = new ArrayList<>();
  private McpConnection connection;

  @BeforeEach
  void connect() throws Exception {
    String server = Published.module(Published.EVERYTHING);
    PublishedConnections connections;
    if (transport.equals("stdio")) {
      connections = PublishedConnections.node(directory, server, transport);
    } else {
      String port = String.valueOf(FreePort.find());
      var running = Published.Running.start(Map.of("PORT", port), server, transport);
      opened.add(running);
      connections = PublishedConnections.endpoint(running.url());
    }
    opened.add(0, connections);
    connection = connections.connection();
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closeable : opened) {
      closeable.close();
    }
  }

  @Test
  void saysWhoItIs() {
    assertThat(connection.protocolVersion()).isEqualTo("2025-11-25");
    assertThat(connection.serverInfo()).containsEntry("name", "mcp-servers/everything");
    assertThat(connection.capabilities()).containsKeys("resources", "tools");
    assertThat(connection.instructions()).contains("Everything Server");
  }

  @Test
  void listsItsResourcesAndTemplates() throws Exception {
    assertThat(connection.listResources(PATIENCE))
        .extracting(resource -> resource.get("uri"))
        .contains("demo://resource/static/document/features.md");
    assertThat(connection.listResourceTemplates(PATIENCE))
        .extracting(template -> template.get("uriTemplate"))
        .containsExactlyInAnyOrder(TEXT + "{resourceId}", BLOB + "{resourceId}");
  }

  @Test
  void readsTextAndBlob() throws Exception {
    Map<String, Object> text = content(connection.readResource(TEXT + "7", PATIENCE));
    assertThat(text).containsEntry("uri", TEXT + "7").containsEntry("mimeType", "text/plain");
    assertThat(String.valueOf(text.get("text")))
        .startsWith("Resource 7: This is a plaintext resource");
    Map<String, Object> blob = content(connection.readResource(BLOB + "8", PATIENCE));
    assertThat(new String(Base64.getDecoder().decode(String.valueOf(blob.get("blob"))), UTF_8))
        .startsWith("Resource 8: This is a base64 blob");
  }

  @Test
  void answersWithItsOwnErrorAboutWhatItDoesNotHave() {
    assertThatExceptionOfType(McpException.class)
        .isThrownBy(() -> connection.readResource("demo://nothing", PATIENCE))
        .satisfies(
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.ERROR);
              assertThat(e.code()).contains(-32602);
              assertThat(e).hasMessageContaining("demo://nothing");
            });
  }

  @Test
  void givesLinksAndEmbeddedResourcesInItsAnswersToCalls() throws Exception {
    Map<String, Object> links =
        connection.callTool("get-resource-links", Map.of("count", 2), Map.of(), null, PATIENCE);
    assertThat(blocks(links))
        .extracting(block -> block.get("type"))
        .containsExactly("text", "resource_link", "resource_link");
    Map<String, Object> reference =
        connection.callTool(
            "get-resource-reference",
            Map.of("resourceType", "Text", "resourceId", 3),
            Map.of(),
            null,
            PATIENCE);
    assertThat(blocks(reference))
        .filteredOn(block -> "resource".equals(block.get("type")))
        .singleElement()
        .extracting(block -> block.get("resource"))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("uri", TEXT + "3");
  }

  @Test
  void tellsHowFarACallHasCome() throws Exception {
    List<Object> progress = Collections.synchronizedList(new ArrayList<>());
    connection.callTool(
        "trigger-long-running-operation",
        Map.of("duration", 1, "steps", 4),
        Map.of(),
        step -> progress.add(step.get("progress")),
        PATIENCE);
    assertThat(progress).containsExactly(1, 2, 3, 4);
  }

  @Test
  void tellsWhenAResourceChanges() throws Exception {
    var updated = new CompletableFuture<String>();
    try (var subscription =
        connection.subscribe(List.of(TEXT + "1"), updated::complete, PATIENCE)) {
      connection.callTool("toggle-subscriber-updates", Map.of(), Map.of(), null, PATIENCE);
      assertThat(updated.get()).isEqualTo(TEXT + "1");
      assertThat(subscription).isNotNull();
    }
  }

  @Test
  void losesNothingWhenManyReadAtOnce() {
    // threads of their own: the client of the JDK needs the common pool, which may be one thread
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<CompletableFuture<String>> reads = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      String uri = TEXT + i;
      reads.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return String.valueOf(content(connection.readResource(uri, PATIENCE)).get("uri"));
                } catch (McpException e) {
                  throw new AssertionError(e);
                }
              },
              threads));
    }
    threads.shutdown();
    assertThat(reads)
        .extracting(CompletableFuture::join)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 200).mapToObj(i -> TEXT + i).toList());
  }

  private static Map<String, Object> content(Map<String, Object> result) {
    return PublishedConnections.objects(result, "contents").get(0);
  }

  private static List<Map<String, Object>> blocks(Map<String, Object> result) {
    return PublishedConnections.objects(result, "content");
  }
}
