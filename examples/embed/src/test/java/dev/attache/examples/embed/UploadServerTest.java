package dev.attache.examples.embed;

import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.attache.agent.AskedModel;
import dev.attache.facade.Attache;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("network")
class UploadServerTest {

  private static final Path SOURCE =
      Path.of("src/main/java/dev/attache/examples/embed/UploadServer.java");

  private static final String ROWS = "month,amount\n" + "january,100\n".repeat(200);

  private final FakeProvider fake = FakeProvider.start();
  private final FakeWire wire = FakeWire.COMPATIBLE;

  @TempDir Path workspace;

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    AskedModel model =
        AskedModel.of(
            "openai-compatible/small",
            ModelSettings.builder()
                .baseUrl(URI.create(fake.url()))
                .privateHostAllowed(true)
                .environment(Map.of())
                .build());
    server = UploadServer.start(Attache.builder(workspace).inMemory(64 << 20).build(), model, 0);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    fake.close();
  }

  private String said(HttpRequest.Builder request, String path) throws Exception {
    URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + path);
    return HttpClient.newHttpClient()
        .send(request.uri(uri).build(), BodyHandlers.ofString())
        .body();
  }

  private HttpRequest.Builder upload(String text) {
    return HttpRequest.newBuilder().PUT(BodyPublishers.ofString(text));
  }

  @Test
  void answersAboutAnUploadWhichIsSentOnce() throws Exception {
    fake.answer(
        wire.streamed(text("January.")),
        wire.streamed(call("c", "refresh_resource", "{\"uri\": \"upload:///rows.csv\"}")),
        wire.streamed(text("Still January.")));
    assertThat(said(upload(ROWS), "/me/rows.csv?Which%20month?")).isEqualTo("January.\n");
    assertThat(said(HttpRequest.newBuilder(), "/me?Sure?")).isEqualTo("Still January.\n");
    assertThat(fake.requests().get(0).body()).contains("january,100", "Which month?");
    String last = fake.requests().get(2).body();
    assertThat(last.split("january,100", -1)).as("sent once").hasSize(201);
    assertThat(last).contains("upload");
  }

  @Test
  void keepsConversationsApart() throws Exception {
    fake.answer(wire.streamed(text("Yes.")), wire.streamed(text("No.")));
    said(upload(ROWS), "/one/rows.csv?Read%20it.");
    assertThat(said(HttpRequest.newBuilder(), "/two?What%20is%20there?")).isEqualTo("No.\n");
    assertThat(fake.requests().get(1).body()).doesNotContain("january");
  }

  @Test
  void isInTheDocumentationAndHasAboutFortyLines() throws IOException {
    assertThat(Files.readString(Path.of("../../docs/embedding.md")))
        .contains("```java\n" + Files.readString(SOURCE));
    assertThat(Files.readAllLines(SOURCE).stream().filter(line -> !line.isBlank()))
        .hasSizeLessThan(45);
  }
}
