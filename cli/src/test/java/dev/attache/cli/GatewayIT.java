package dev.attache.cli;

import static dev.attache.test.FakeWire.CHAT;
import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.cut;
import static dev.attache.test.FakeWire.text;
import static dev.attache.test.FakeWire.thought;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeProvider.Received;
import dev.attache.test.FakeWire;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code attache query} through a gateway to models that others publish, with a provider on this
 * computer behind it.
 */
@Tag("process")
@Tag("network")
@ParameterizedClass
@EnumSource(names = {"CHAT", "ANTHROPIC"})
class GatewayIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String KEY = "sk-very-secret-7f3a9c";
  private static final Map<String, String> ENVIRONMENT =
      Map.of("ANTHROPIC_API_KEY", KEY, "OPENAI_API_KEY", KEY);

  private static final String LONG = "a line of größe that is worth a reference\n".repeat(200);
  private static final String REFRESH = "{\"uri\": \"a.txt\"}";

  private static Published.Running gateway;

  @Parameter FakeWire wire = CHAT;

  @TempDir Path temporary;

  private final FakeProvider fake = FakeProvider.start();
  private TestWorkspace workspace;

  @BeforeAll
  static void start() throws IOException {
    gateway =
        Published.Running.start(
            Map.of(),
            "--require", // it would listen on all interfaces
            Path.of("src/test/npm/loopback.cjs").toAbsolutePath().toString(),
            Published.module(Published.GATEWAY),
            "--port=" + freePort(),
            "--headless");
  }

  /** The gateway says the port that it was told, and not the one that it was given. */
  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
    }
  }

  @BeforeEach
  void configure() throws IOException {
    workspace =
        TestWorkspace.in(Files.createDirectories(temporary.resolve("work")))
            .environment(ENVIRONMENT)
            .file("a.txt", LONG)
            .file("more", "one more line\n")
            .file("logo.png", image());
    Files.writeString(
        temporary.resolve("own.toml"),
        """
        [providers.gateway]
        kind = "%s"
        base-url = "http://127.0.0.1:%d%s"
        [providers.gateway.headers]
        x-portkey-provider = "%s"
        x-portkey-custom-host = "%s/v1"
        [tools.edit]
        command = ["sh", "-c", "cat more >> a.txt; echo edited"]
        permission = "allow"
        [agent]
        tools = ["edit"]
        """
            .formatted(
                wire.provider(),
                gateway.port(),
                wire == CHAT ? "/v1" : "",
                provider(),
                fake.url()));
  }

  /** The name by which the gateway knows the provider. */
  private String provider() {
    return wire == CHAT ? "openai" : "anthropic";
  }

  private static byte[] image() throws IOException {
    var png = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB), "png", png);
    return png.toByteArray();
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private CliRun query(String... arguments) {
    return workspace.run(line(arguments).toArray(String[]::new));
  }

  private List<String> line(String... arguments) {
    var line =
        new ArrayList<>(
            List.of(
                "query",
                "--config",
                temporary.resolve("own.toml").toString(),
                "--dump-requests",
                temporary.resolve("dump").toString(),
                "-m",
                "gateway"));
    line.addAll(List.of(arguments));
    return line;
  }

  private void answers(FakeWire.Say... says) {
    fake.answer(wire.streamed(says));
  }

  /**
   * The gateway gives the provider what it is given, but for the order of the fields of a body, and
   * headers of its own in place of ours.
   */
  @Test
  void answersAQuestionAndLooksAgain() throws IOException {
    answers(thought("I edit first."), text("I edit, größer. "), call("c1", "edit", "{}"));
    answers(call("c2", "refresh_resource", REFRESH), call("c3", "refresh_resource", REFRESH));
    answers(call("c4", "refresh_resource", REFRESH), call("c5", "edit", "{}"));
    answers(text("It has one more line."));
    CliRun run =
        query("--new", "--id", "demo", "-a", "a.txt", "-a", "logo.png", "Change it and look.");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("I edit, größer. \nIt has one more line.\n");
    assertThat(run.err()).contains("460 tokens in (400 cached), 80 out, 4 requests");
    assertThat(deliveries("demo")).containsExactly("delta", "reference", "full");
    assertThat(workspace.run("store", "verify").exitCode()).isZero();
    assertThat(fake.requests()).hasSize(4);
    for (int i = 0; i < 4; i++) {
      Received received = fake.requests().get(i);
      Path sent = temporary.resolve("dump/%04d.json".formatted(i + 1));
      assertThat(JSON.readTree(received.body())).isEqualTo(JSON.readTree(sent.toFile()));
      assertThat(received.headers().values())
          .containsOnlyOnce(wire == CHAT ? "Bearer " + KEY : KEY);
    }
  }

  private List<String> deliveries(String conversation) {
    return workspace.run("conversation", "show", conversation, "--json").json().stream()
        .filter(event -> event.path("event").asText().equals("resource"))
        .map(event -> event.path("delivery").asText())
        .toList();
  }

  @Test
  void readsAnswersThatComeAsAWhole() {
    String call =
        wire == CHAT
            ? """
              {"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{\
              "index":0,"message":{"role":"assistant","content":"Größer.","tool_calls":[{"id":\
              "c1","type":"function","function":{"name":"edit","arguments":"{}"}}]},\
              "finish_reason":"tool_calls"}],"usage":{"prompt_tokens":9,"completion_tokens":2,\
              "total_tokens":11}}"""
            : """
              {"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":\
              "text","text":"Größer."},{"type":"tool_use","id":"c1","name":"edit","input":{}}],\
              "stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":9,\
              "output_tokens":2}}""";
    String text =
        wire == CHAT
            ? """
              {"id":"chatcmpl-2","object":"chat.completion","created":1,"model":"m","choices":[{\
              "index":0,"message":{"role":"assistant","content":"Edited."},"finish_reason":\
              "stop"}],"usage":{"prompt_tokens":9,"completion_tokens":2,"total_tokens":11}}"""
            : """
              {"id":"msg_2","type":"message","role":"assistant","model":"m","content":[{"type":\
              "text","text":"Edited."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{\
              "input_tokens":9,"output_tokens":2}}""";
    fake.answer(Answer.json(200, call), Answer.json(200, text));
    CliRun run = query("--new", "--no-stream", "Make it longer.");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("Größer.\nEdited.\n");
    assertThat(run.err()).contains("18 tokens in, 4 out, 2 requests");
    assertThat(workspace.path("a.txt")).hasContent(LONG + "one more line");
  }

  @Test
  void saysWhyAnAnswerIsNotWhole() {
    answers(text("It is lo"), cut());
    CliRun run = query("--new", "Tell me.");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("It is lo\n");
    assertThat(run.err())
        .contains("attache: the answer is cut: it is as long as it may be (--max-output-tokens)\n");
  }

  @Test
  void triesAgainWhereTheProviderSaysWhen() {
    fake.answer(error(429, "rate_limit_error", "slow down").header("Retry-After", "1"));
    answers(text("Hello."));
    CliRun run = query("--new", "Hello?");
    assertThat(run.out()).isEqualTo("Hello.\n");
    assertThat(run.err())
        .contains(
            "attache: gateway: %s answered 429: %s error: slow down; trying again in 1 s\n"
                .formatted(wire.provider(), provider()));
    assertThat(fake.requests()).hasSize(2);
  }

  @Test
  void saysWhatIsWrongWithARequest() {
    fake.answer(error(400, "invalid_request_error", "messages.0.content.1: bad image"));
    CliRun run = query("--new", "Hello?");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            "attache: gateway: %s answered 400: %s error: messages.0.content.1: bad image\n"
                .formatted(wire.provider(), provider()));
    assertThat(fake.requests()).hasSize(1);
  }

  private static Answer error(int status, String type, String message) {
    return Answer.json(
        status,
        "{\"type\":\"error\",\"error\":{\"type\":\"%s\",\"message\":\"%s\"}}"
            .formatted(type, message));
  }

  /** The gateway ends a stream that was torn as if it had come to its end. */
  @Test
  void takesATornAnswerForNoWholeOne() {
    FakeWire.Say[] says = {text("It is half"), text(" and whole")};
    fake.answer(wire.streamed(says).cutAfter(wire.bytesUntil("half", says)));
    CliRun run = query("--new", "--id", "torn", "Hello?");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("It is half\n");
    assertThat(run.err())
        .contains("the connection closed before the answer was complete\n")
        .contains("`attache query --continue` resumes it");
    assertThat(stops("torn")).containsExactly("interrupted");
    answers(text("Hello."));
    assertThat(query("--id", "torn", "--continue").out()).isEqualTo("Hello.\n");
    assertThat(fake.requests()).hasSize(2);
  }

  private List<String> stops(String conversation) {
    return workspace.run("conversation", "show", conversation, "--json").json().stream()
        .filter(event -> event.path("event").asText().equals("usage"))
        .map(event -> event.path("stop").asText())
        .toList();
  }

  @Test
  void keepsWhatHadComeWhenItIsStopped() throws Exception {
    FakeWire.Say[] says = {text("It is half"), text(" and whole")};
    fake.answer(wire.streamed(says).cutAfter(wire.bytesUntil("half", says)).thenSilence());
    var words = new ArrayList<>(List.of(Launch.installed().toString()));
    words.addAll(line("--new", "--id", "stopped", "Hello?"));
    var builder = new ProcessBuilder(Launch.hearing(words));
    builder.directory(workspace.directory().toFile()).redirectError(Redirect.DISCARD);
    builder.environment().putAll(ENVIRONMENT);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    try {
      InputStream out = process.getInputStream();
      assertThat(new String(out.readNBytes(10), UTF_8)).isEqualTo("It is half");
      process.destroy();
      process.waitFor();
    } finally {
      process.destroyForcibly();
    }
    assertThat(stops("stopped")).containsExactly("interrupted");
    answers(text("Hello."));
    assertThat(query("--id", "stopped", "--continue").out()).isEqualTo("Hello.\n");
  }
}
