package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.nio.file.Path;
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

/** Where {@code attache serve} goes for a model when a server that is allowed leads elsewhere. */
@Tag("network")
class ServeRedirectTest {

  private final MockWebServer allowed = new MockWebServer();
  private final MockWebServer other = new MockWebServer();

  @TempDir Path temporary;

  private Talk talk;
  private volatile boolean redirects = true;

  @BeforeEach
  void start() throws Exception {
    talk = Talk.in(temporary);
    allowed.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return redirects ? redirect() : text("of the allowed one\n");
          }
        });
    other.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return text("of the other\n");
          }
        });
    allowed.start(InetAddress.getLoopbackAddress(), 0);
    other.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stop() {
    allowed.close();
    other.close();
  }

  private MockResponse redirect() {
    return new MockResponse.Builder()
        .code(302)
        .addHeader("Location", "http://" + host(other) + "/x?token=hunter2")
        .build();
  }

  private static MockResponse text(String text) {
    return new MockResponse.Builder()
        .addHeader("Content-Type", "text/plain")
        .body(new Buffer().write(text.getBytes(UTF_8)))
        .build();
  }

  private static String host(MockWebServer server) {
    return "127.0.0.1:" + server.getPort();
  }

  private String url() {
    return "http://" + host(allowed) + "/r";
  }

  private ServeRun serve(ServeRun.Client client, String... more) {
    String[] line = new String[more.length + 4];
    line[0] = "--allow-attach-from";
    line[1] = host(allowed);
    line[2] = "--allow-host";
    line[3] = "127.0.0.1";
    System.arraycopy(more, 0, line, 4, more.length);
    return client.serve(line).good();
  }

  private String refusal() {
    return "redirects to http://"
        + host(other)
        + "/x?token=REDACTED, which is not of a host that a model may attach from; the user can"
        + " allow it.";
  }

  private static String text(JsonNode result) {
    return result.get("content").get(0).get("text").asText();
  }

  @Test
  void asksNothingOfAHostThatIsNotAllowed() {
    ServeRun served =
        serve(
            ServeRun.in(talk)
                .call("attach_resource", "{\"uri\":\"" + url() + "\"}")
                .read(url())
                .list());
    assertThat(served.result(1).get("isError").asBoolean()).isTrue();
    assertThat(text(served.result(1))).isEqualTo(url() + " may not be attached: " + refusal());
    assertThat(served.answer(2).get("error").get("message").asText()).contains(refusal());
    assertThat(served.names(3)).isEmpty();
    assertThat(served.run().out()).doesNotContain("hunter2");
    assertThat(allowed.getRequestCount()).isPositive();
    assertThat(other.getRequestCount()).isZero();
  }

  @Test
  void asksNothingOfItWhenAModelReadsAgainWhatItHasAttached() {
    redirects = false;
    String[] kept = {"--conversation", "mine"};
    ServeRun attached =
        serve(ServeRun.in(talk).call("attach_resource", "{\"uri\":\"" + url() + "\"}"), kept);
    assertThat(attached.result(1).has("isError")).isFalse();
    redirects = true;
    JsonNode refreshed = serve(ServeRun.in(talk).refresh(url()), kept).result(1);
    assertThat(refreshed.get("isError").asBoolean()).isTrue();
    assertThat(text(refreshed)).startsWith(url() + " may not be read again: " + refusal());
    assertThat(other.getRequestCount()).isZero();
  }

  @Test
  void followsWhatTheUserHasAttached() {
    ServeRun served = serve(ServeRun.in(talk).read(url()).refresh(url()), "--attach", url());
    assertThat(served.text(1)).isEqualTo("of the other\n");
    assertThat(served.result(2).has("isError")).isFalse();
    assertThat(other.getRequestCount()).isPositive();
  }
}
