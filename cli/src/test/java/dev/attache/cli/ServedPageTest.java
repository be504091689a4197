package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Arrays;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The form in which the client of a server is given a page, and what its conversation says of it.
 */
@Tag("network")
class ServedPageTest {

  private static final String LINE = "A line of a page that is longer than what costs nothing.";
  private static final String PAGE = "<h1>Hello</h1>" + ("<p>" + LINE + "</p>").repeat(30);

  private final MockWebServer web = new MockWebServer();

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void start() throws Exception {
    talk = Talk.in(temporary);
    web.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return new MockResponse.Builder()
                .addHeader("Content-Type", "text/html")
                .body(new Buffer().write(PAGE.getBytes(UTF_8)))
                .build();
          }
        });
    web.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stop() {
    web.close();
  }

  private String url() {
    return "http://127.0.0.1:" + web.getPort() + "/";
  }

  private ServeRun serve(String... form) {
    String[] line = {"--conversation", "c", "--allow-host", "127.0.0.1", "--attach", url()};
    String[] whole = Arrays.copyOf(line, line.length + form.length);
    System.arraycopy(form, 0, whole, line.length, form.length);
    String again = "{\"uri\":\"" + url() + "\",\"force\":true}";
    return ServeRun.in(talk).read(url()).call("refresh_resource", again).serve(whole).good();
  }

  private String query(String... form) {
    String[] line = {
      "query",
      "--print",
      "-q",
      "--id",
      "c",
      "--allow-host",
      "127.0.0.1",
      "--attach",
      url(),
      "And now?"
    };
    String[] whole = Arrays.copyOf(line, line.length + form.length);
    System.arraycopy(form, 0, whole, line.length, form.length);
    return talk.good(whole).out();
  }

  @Test
  void isTheMarkdownThatTheNoteSpeaksOf() {
    ServeRun run = serve();
    assertThat(run.text(1)).startsWith("# Hello\n\n" + LINE);
    assertThat(run.result(1).get("contents").get(0).has("mimeType")).isFalse();
    JsonNode again = run.result(2).get("content");
    assertThat(again.get(0).get("text").asText())
        .startsWith(url() + " sha256:")
        .endsWith(" lines\n" + run.text(1));
    assertThat(again.get(1).get("text").asText())
        .isEqualTo("Note on " + url() + ": HTML, as Markdown");
  }

  @Test
  void isTheHtmlWhereThatIsAskedFor() {
    JsonNode contents = serve("--html", "raw").result(1).get("contents").get(0);
    assertThat(contents.get("text").asText()).isEqualTo(PAGE);
    assertThat(contents.get("mimeType").asText()).isEqualTo("text/html");
  }

  @Test
  void isReferredToInThatFormOnly() {
    serve();
    assertThat(query()).startsWith("The content of " + url() + " is identical to ");
    assertThat(query("--html", "raw")).contains(PAGE);
  }
}
