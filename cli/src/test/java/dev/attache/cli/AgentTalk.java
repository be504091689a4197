package dev.attache.cli;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeProvider.Received;
import dev.attache.test.FakeWire;
import dev.attache.test.FakeWire.Say;
import dev.attache.test.LongWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A talk between an agent, which runs, and its model, which the test plays. */
final class AgentTalk implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LAST = "That is all.";

  private final Agent agent;
  private final Path directory;
  private final Path output;
  private final FakeProvider model = FakeProvider.start(this::answer);
  private final BlockingQueue<Asked> questions = new LinkedBlockingQueue<>();
  private final List<SentToModel> requests = new ArrayList<>();
  private final Set<ProcessHandle> started = new LinkedHashSet<>();
  private final Process process;
  private Asked now;
  private int calls;

  /** A request of the agent, which waits for its answer. */
  private record Asked(JsonNode request, CompletableFuture<Answer> answer) {}

  /** A tool as an agent offers it. */
  private record Offered(@Nullable String space, String name) {}

  /** Starts an agent, and waits until it asks its model. */
  AgentTalk(Agent agent, ServedWorkspace workspace, String... options) throws IOException {
    this.agent = agent;
    this.directory = workspace.directory();
    this.output = workspace.home().resolve("output");
    this.process =
        agent
            .program(workspace, model.url(), options)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    this.now = next();
  }

  /** Answers on the model's threads. A request without our tools is not part of the talk. */
  private Answer answer(Received received) {
    if (received.line().contains("ount")) { // of tokens: count_tokens, :countTokens
      return Answer.json(200, "{\"input_tokens\": 9, \"totalTokens\": 9}");
    }
    try {
      JsonNode request = JSON.readTree(received.body());
      if (offered(request, "refresh_resource") == null) {
        return agent.wire().streamed(FakeWire.text(LAST));
      }
      var asked = new Asked(request, new CompletableFuture<>());
      questions.add(asked);
      return asked.answer().join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Asked next() {
    var found = new AtomicReference<@Nullable Asked>();
    await()
        .until(
            () -> {
              found.set(questions.poll());
              process.descendants().forEach(started::add);
              return found.get() != null || !process.isAlive();
            });
    Asked asked = found.get();
    if (asked != null) {
      requests.add(SentToModel.in(asked.request()));
      return asked;
    }
    throw new AssertionError(agent + " asks its model nothing:\n" + output());
  }

  private String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has the model call a tool; returns what it is sent then. */
  SentToModel call(String tool, Map<String, Object> arguments) {
    ask(tool, arguments);
    now = next();
    return SentToModel.lastIn(now.request());
  }

  /** Has the model call a tool, and does not wait for the result. */
  void ask(String tool, Map<String, Object> arguments) {
    Offered offered = offered(now.request(), tool);
    if (offered == null) {
      throw new AssertionError(agent + " offers no " + tool + ": " + now.request().get("tools"));
    }
    Say call =
        FakeWire.call("call_" + ++calls, offered.name(), JSON.valueToTree(arguments).toString());
    String name = "\"name\":\"" + offered.name() + "\"";
    String space = offered.space() == null ? "" : "\"namespace\":\"" + offered.space() + "\",";
    UnaryOperator<String> change = // Claude Code takes answers with one id for one answer
        stream -> stream.replace(name, space + name).replace("\"msg_1\"", "\"msg_" + calls + "\"");
    now.answer().complete(agent.wire().changed(change, List.of(call)));
  }

  /** The tool with such a name, before which most agents put that of the server. */
  private static @Nullable Offered offered(JsonNode request, String name) {
    return offered(request.path("tools"), null, name);
  }

  private static @Nullable Offered offered(JsonNode tools, @Nullable String space, String name) {
    for (JsonNode tool : tools) {
      String found = tool.path("name").asText();
      Offered below =
          tool.path("type").asText().equals("namespace")
              ? offered(tool.path("tools"), found, name)
              : offered(tool.path("functionDeclarations"), null, name);
      if (below != null) {
        return below;
      }
      String said = tool.at("/function/name").asText(found);
      if (said.equals(name) || said.endsWith("_" + name)) {
        return new Offered(space, said);
      }
    }
    return null;
  }

  /** Has the model say its last, and waits for the end of the agent. */
  void end() throws InterruptedException {
    now.answer().complete(agent.wire().streamed(FakeWire.text(LAST)));
    waitForTheEnd();
    assertThat(process.exitValue()).as(output()).isZero();
    assertThat(output()).contains(LAST);
  }

  /** Interrupts the agent, also where it runs itself once more, and waits for its end. */
  void interrupt() throws IOException, InterruptedException {
    process.descendants().forEach(started::add);
    List<String> words = new ArrayList<>(List.of("kill", "-INT", String.valueOf(process.pid())));
    started.stream()
        .filter(each -> command(each).contains(Agent.QUESTION))
        .forEach(each -> words.add(String.valueOf(each.pid())));
    new ProcessBuilder(words).start().waitFor();
    waitForTheEnd();
  }

  private void waitForTheEnd() throws InterruptedException {
    assertThat(process.waitFor(LongWait.PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as("still running: " + output())
        .isTrue();
  }

  /** Waits until a process runs for a call. */
  void awaitProcess(String command) {
    await()
        .until(
            () -> {
              Asked asked = questions.peek();
              assertThat(asked == null ? "" : SentToModel.lastIn(asked.request()).text()).isEmpty();
              return process.descendants().anyMatch(each -> command(each).contains(command));
            });
  }

  private static String command(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  /** Waits until nothing runs that the agent has started, or that works in its workspace. */
  void assertNothingIsLeft() {
    await()
        .untilAsserted(
            () -> {
              assertThat(started).noneMatch(ProcessHandle::isAlive);
              assertThat(ProcessHandle.allProcesses())
                  .noneMatch(each -> command(each).contains(directory.toString()));
            });
  }

  /** All that the model was sent, by requests. */
  List<SentToModel> requests() {
    return requests;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
    model.close();
  }
}
