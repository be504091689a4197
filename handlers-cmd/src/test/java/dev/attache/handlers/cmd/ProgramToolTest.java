package dev.attache.handlers.cmd;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.CommandPolicy.Decision;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs as tools: what they are given, what becomes of what they print, and how they end. */
@Tag("process")
class ProgramToolTest {

  private static final long LIMIT = 100_000;

  private final List<String> notes = new ArrayList<>();
  private final Map<String, Object> settings = new LinkedHashMap<>();
  private final Map<String, String> environment = new LinkedHashMap<>(System.getenv());
  private CommandPolicy policy = (uri, invocation, requester) -> Decision.allowed("a test");
  private Requester requester = Requester.USER;
  private long limit = LIMIT;

  @TempDir Path workspace;

  private ProgramTool tool(String... command) throws IOException {
    var definition =
        new ProgramTool.Definition(
            "lint", "", List.of(command), Map.of("type", "object"), Map.of(), settings);
    var place =
        new ProgramTool.Place(
            workspace.toRealPath(), policy, requester, limit, uri -> ResourceUri.of(uri));
    return ProgramTool.of(definition, place, environment);
  }

  private ToolContext context(Map<String, Object> arguments) {
    var observer =
        new ToolObserver() {
          @Override
          public void note(String line) {
            notes.add(line);
          }
        };
    return new ToolContext("lint", arguments, Map.of(), Map.of(), workspace + "", observer);
  }

  private ToolResponse call(String script) throws IOException {
    return tool("sh", "-c", script).call(context(Map.of()), PATIENCE);
  }

  private ResourceException failure(Map<String, Object> arguments, String... command)
      throws IOException {
    try {
      tool(command).call(context(arguments), PATIENCE);
    } catch (ResourceException e) {
      return e;
    }
    throw new AssertionError("the tool has answered");
  }

  private static String text(ToolResponse response) {
    assertThat(response.content()).hasSize(1);
    return text(response.content().get(0));
  }

  private static String text(ContentBlock block) {
    return ((TextBlock) block).text().match(text -> text.value(), blob -> "", stored -> "");
  }

  @Test
  void givesTheContextOnStandardInputAsOneLine() throws Exception {
    ToolContext context = context(Map.of("x", "é\n\"")).answering(Map.of("sure", true));
    ToolResponse response = tool("cat").call(context, PATIENCE);
    assertThat(text(response)).isEqualTo(context.json() + "\n").doesNotContain("\n\"");
    assertThat(context.json())
        .isEqualTo(
            "{\"tool\":{\"name\":\"lint\",\"arguments\":{\"x\":\"é\\n\\\"\"},"
                + "\"answers\":{\"sure\":true},\"options\":{}},"
                + "\"context\":{\"action\":\"run\",\"root\":\""
                + workspace
                + "\"}}");
    assertThat(notes).isEmpty();
  }

  @Test
  void handsValuesOnInOneArgument() throws Exception {
    ToolResponse response =
        tool("printf", "[%s]", "{tool.arguments.x}", "{tool.arguments.y}")
            .call(
                context(Map.of("x", "a 'b' \"c\"\n{tool.name} $(id)", "y", List.of(1))), PATIENCE);
    assertThat(text(response)).isEqualTo("[a 'b' \"c\"\n{tool.name} $(id)][[1]]");
  }

  @Test
  void refusesArgumentsThatNoProgramCanBeGiven() throws Exception {
    ResourceException nul = failure(Map.of("x", "a\0b"), "printf", "{tool.arguments.x}");
    assertThat(nul.kind()).isEqualTo(Kind.FAILED);
    assertThat(nul.message()).isEqualTo("argument 1 must not contain a NUL");
    ResourceException large =
        failure(Map.of("x", "x".repeat(1 << 20)), "printf", "{tool.arguments.x}");
    assertThat(large.message())
        .isEqualTo(
            "argument 1 has 1,048,576 bytes, and a command line takes 131,071 bytes; let the"
                + " program read it from standard input");
    ResourceException option = failure(Map.of("x", "-rf"), "printf", "{tool.arguments.x}");
    assertThat(option.message()).startsWith("argument 1 begins with -, and would be taken");
  }

  @Test
  void handsOnWhatIsTooLargeForACommandLineByStandardInput() throws Exception {
    ToolResponse response =
        tool("sh", "-c", "wc -c | tr -d ' '")
            .call(context(Map.of("x", "x".repeat(5 << 20))), PATIENCE);
    assertThat(Long.parseLong(text(response).strip())).isGreaterThan(5 << 20);
  }

  @Test
  void doesNotMindAProgramThatReadsNothing() throws Exception {
    ToolContext context = context(Map.of("x", "x".repeat(5 << 20)));
    assertThat(text(tool("echo", "done").call(context, PATIENCE))).isEqualTo("done\n");
    assertThat(text(tool("sh", "-c", "exec <&-; echo closed").call(context, PATIENCE)))
        .isEqualTo("closed\n");
    assertThat(notes).isEmpty();
  }

  @Test
  void endsWhatIsLeftBehindWithoutReading() throws Exception {
    ToolContext context = context(Map.of("x", "x".repeat(5 << 20)));
    ToolResponse response =
        tool("sh", "-c", "sleep 8651 & echo $! > child; echo done").call(context, PATIENCE);
    assertThat(text(response)).isEqualTo("done\n");
    assertThat(notes)
        .containsExactly("1 process that it had started was still running and was killed");
    assertThat(Processes.sleepers("8651")).isZero();
  }

  @Test
  void readsAResponse() throws Exception {
    ToolResponse response =
        call(
            "echo '{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"question\","
                + "\"question\":{\"id\":\"q\",\"text\":\"Go?\",\"schema\":{\"type\":\"boolean\"}}},"
                + "{\"type\":\"question\",\"question\":{\"id\":\"r\",\"text\":\"Go?\"}}]}'");
    assertThat(response.isError()).isFalse();
    assertThat(response.content()).hasSize(2);
    assertThat(response.questions().get(0).id()).isEqualTo("q");
    assertThat(notes).containsExactly("block 2 is left out: /question/schema is missing");
  }

  @Test
  void takesWhatIsNoResponseAsText() throws Exception {
    assertThat(text(call("echo '{\"a\": 1}'"))).isEqualTo("{\"a\": 1}\n");
    assertThat(text(call("true"))).isEmpty();
    assertThat(notes).isEmpty();
    assertThat(text(call("printf '{\"content\": [{\"type\": \"te'")))
        .isEqualTo("{\"content\": [{\"type\": \"te");
    assertThat(notes)
        .singleElement()
        .asString()
        .startsWith("the output is taken as a text, for its JSON cannot be read: ");
  }

  @Test
  void saysOfStandardErrorToTheUserAlone() throws Exception {
    ToolResponse response = call("echo result; echo 'a warning' >&2");
    assertThat(text(response)).isEqualTo("result\n");
    assertThat(notes).containsExactly("stderr: \"a warning\\n\"");
  }

  @Test
  void replacesWhatIsNotUtf8() throws Exception {
    assertThat(text(call("printf 'caf\\351\\n'"))).isEqualTo("caf\ufffd\n");
    assertThat(notes)
        .containsExactly("the output is not all UTF-8; what is not stands there as \ufffd");
  }

  @Test
  void includesNothingThatIsBinary() throws Exception {
    ToolResponse response = call("printf 'a\\000b'");
    assertThat(text(response)).isEqualTo("[binary output, 3 bytes, not included]\n");
    assertThat(response.isError()).isFalse();
    assertThat(notes)
        .containsExactly("stdout: binary, 3 bytes, not included; print JSON with a blob instead");
  }

  @Test
  void cutsAFloodInTheMiddle() throws Exception {
    ToolResponse response = call("seq 1000000");
    String text = text(response);
    assertThat(text).startsWith("1\n2\n").endsWith("\n999999\n1000000\n").contains(" cut ...]\n");
    assertThat(text.length()).isBetween(90_000, 100_100);
    assertThat(response.meta())
        .containsExactly(
            Map.entry("dev.attache/truncated", true),
            Map.entry("dev.attache/stdoutBytes", 6_888_896L));
    assertThat(notes).singleElement().asString().startsWith("stdout: 6,78").endsWith("the middle");
  }

  @Test
  void keepsTheLimitThatIsSet() throws Exception {
    settings.put("max-output", 1_000L);
    assertThat(text(call("seq 100000")).length()).isBetween(700, 1_100);
  }

  @Test
  void givesJsonThatIsCutAsText() throws Exception {
    ToolResponse response =
        call(
            "printf '{\"content\":[{\"type\":\"text\",\"text\":\"'; head -c 300000 /dev/zero | tr"
                + " '\\0' x; printf '\"}]}'");
    assertThat(text(response))
        .startsWith(
            "[this is not all of the output; if it is JSON, it is not read as such]\n"
                + "{\"content\":[")
        .contains("\n[... 200,0")
        .endsWith("xx\"}]}");
    assertThat(response.isError()).isFalse();
    assertThat(notes)
        .hasSize(2)
        .last()
        .isEqualTo("stdout: what was cut is taken as text, even if it was JSON");
  }

  @Test
  void saysHowAProgramFailed() throws Exception {
    ToolResponse response = call("echo out; printf err >&2; exit 3");
    assertThat(response.isError()).isTrue();
    assertThat(text(response))
        .isEqualTo(
            """
            exit code: 3

            stdout:
            ```
            out
            ```

            stderr:
            ```
            err
            ```
            (no newline at the end)
            """);
    assertThat(response.meta()).containsExactly(Map.entry("dev.attache/exitCode", 3));
    assertThat(notes).isEmpty();
  }

  @Test
  void saysWhichSignalEndedIt() throws Exception {
    ToolResponse response = call("printf '{\"content\": ['; kill -9 $$");
    assertThat(response.isError()).isTrue();
    assertThat(text(response)).startsWith("signal: SIGKILL (exit code 137)\n\nstdout:\n");
    assertThat(response.meta())
        .containsExactly(
            Map.entry("dev.attache/exitCode", 137), Map.entry("dev.attache/signal", "SIGKILL"));
  }

  @Test
  void takesTheResponseOfAProgramThatFailed() throws Exception {
    ToolResponse response =
        call(
            "echo trace >&2; echo '{\"content\":[{\"type\":\"text\",\"text\":\"no such branch\"}],"
                + "\"_meta\":{\"computer.jp/error\":{\"transient\":true}}}'; exit 1");
    assertThat(response.isError()).isTrue();
    assertThat(text(response)).isEqualTo("no such branch");
    assertThat(response.error().isTransient()).isTrue();
    assertThat(notes).containsExactly("stderr: \"trace\\n\"");
  }

  @Test
  void cutsWhatAProgramThatFailedPrinted() throws Exception {
    ToolResponse response = call("seq 100000; echo wrong >&2; exit 1");
    assertThat(text(response)).contains("stderr:\n```\nwrong\n```\n").hasSizeLessThan(100_001);
    assertThat(response.meta())
        .containsEntry("dev.attache/truncated", true)
        .containsEntry("dev.attache/stdoutBytes", 588_895L);
  }

  @Test
  void showsNoneOfTheValuesThatItWasPassed() throws Exception {
    environment.put("LINT_TOKEN", "s3cr3t-token-value");
    settings.put("environment", List.of("LINT_TOKEN"));
    String script = "echo \"bad $LINT_TOKEN\" >&2; exit ";
    assertThat(text(call(script + 1))).contains("bad REDACTED").doesNotContain("s3cr3t");
    call(script + 0);
    assertThat(notes).containsExactly("stderr: \"bad REDACTED\\n\"");
  }

  @Test
  void passesNoOtherVariablesOn() throws Exception {
    environment.put("LINT_TOKEN", "s3cr3t-token-value");
    settings.put("environment", List.of("LEVEL=3"));
    assertThat(text(call("env"))).contains("LEVEL=3\n", "TERM=dumb\n").doesNotContain("LINT_TOKEN");
  }

  @Test
  void leavesLinksAndTheOldProtocolAsTheyAre() throws Exception {
    call(
        "echo '{\"content\":[{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"a\"}]}'");
    assertThat(notes)
        .containsExactly("block 0 is left as a line: a local tool cannot serve a link");
    notes.clear();
    String question =
        "{\"type\":\"needs_input\",\"question\":"
            + "{\"id\":\"q\",\"text\":\"Why?\",\"answer_type\":\"Text\"}}";
    assertThat(text(call("echo '" + question + "'"))).isEqualTo(question + "\n");
    assertThat(text(call("echo '{\"type\":\"success\",\"content\":\"x\"}'")))
        .isEqualTo("{\"type\":\"success\",\"content\":\"x\"}\n");
    assertThat(notes)
        .containsOnly("the output looks like the old protocol of jp; it is taken as text")
        .hasSize(2);
    notes.clear();
    call("echo '{\"type\":\"success\",\"note\":\"no content\"}'");
    call("echo '{\"type\":\"success\",\"content\":\"x\",\"of\":\"something else\"}'");
    assertThat(notes).isEmpty();
  }

  @Test
  void endsAProgramWhoseTimeIsUpWithAllThatItStarted() throws Exception {
    ProgramTool tool =
        tool("sh", "-c", "trap '' TERM; sleep 8652 & echo $! > child; echo so far; wait");
    assertThatThrownBy(() -> tool.call(context(Map.of()), Duration.ofSeconds(1)))
        .isInstanceOfSatisfying(
            ResourceException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
              assertThat(e.message())
                  .isEqualTo(
                      "ran longer than 1 s and was killed; it had printed 7 bytes on stdout and"
                          + " nothing on stderr; the end of stdout: \"so far\\n\"");
            });
    assertThat(Processes.sleepers("8652")).isZero();
  }

  @Test
  void endsAProgramWhoseCallIsInterrupted() throws Exception {
    ProgramTool tool = tool("sh", "-c", "sleep 8653 & echo $! > child; wait");
    var problem = new AtomicReference<ResourceException>();
    var wasInterrupted = new CountDownLatch(1);
    var thread =
        new Thread(
            () -> {
              try {
                tool.call(context(Map.of()), PATIENCE);
              } catch (ResourceException e) {
                problem.set(e);
              }
              if (Thread.currentThread().isInterrupted()) {
                wasInterrupted.countDown();
              }
            });
    thread.start();
    await().until(() -> Files.exists(workspace.resolve("child")) && !childText().isEmpty());
    thread.interrupt();
    wasInterrupted.await();
    assertThat(problem.get())
        .isNotNull()
        .satisfies(
            each -> {
              assertThat(each.kind()).isEqualTo(Kind.TIMEOUT);
              assertThat(each.message()).isEqualTo("was interrupted and killed");
            });
    assertThat(Processes.sleepers("8653")).isZero();
  }

  private String childText() throws IOException {
    return Files.readString(workspace.resolve("child")).strip();
  }

  @Test
  void asksForConsentByTheDefinitionAndNotByTheArguments() throws Exception {
    var asked = new ArrayList<String>();
    var remedy = new Remedy(Remedy.Action.TRUST_COMMAND, "tool:lint");
    requester = Requester.WORKSPACE;
    policy =
        (uri, invocation, who) -> {
          asked.add(uri + " " + who + " " + invocation.words());
          return Decision.denied("is not trusted", remedy);
        };
    ResourceException denied = failure(Map.of("x", "a\0"), "echo", "{tool.arguments.x}");
    assertThat(denied.kind()).isEqualTo(Kind.DENIED);
    assertThat(denied.remedy()).isEqualTo(remedy);
    assertThat(asked).containsExactly("tool:lint WORKSPACE [echo, {tool.arguments.x}]");
    assertThat(tool("echo", "{tool.arguments.x}").invocation().arguments())
        .containsExactly("{tool.arguments.x}");
  }

  @Test
  void tellsWhoMayNotRunItNothingOfItsProgram() throws Exception {
    assertThat(failure(Map.of(), "no-such-program").kind()).isEqualTo(Kind.NOT_FOUND);
    policy = (uri, invocation, who) -> Decision.denied("is not trusted");
    assertThat(failure(Map.of(), "no-such-program").kind()).isEqualTo(Kind.DENIED);
  }
}
