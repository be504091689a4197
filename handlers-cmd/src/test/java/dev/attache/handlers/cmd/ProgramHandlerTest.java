package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.KnownAddress;
import dev.attache.core.routing.References;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.CommandPolicy.Decision;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that somebody configured, through the engine, from a reference to a snapshot. */
@Tag("process")
@Tag("slow")
class ProgramHandlerTest {

  private static final CommandPolicy USER_ONLY =
      (uri, invocation, requester) ->
          requester == Requester.USER
              ? Decision.allowed("the user asks")
              : Decision.denied("nobody trusts " + invocation.label());

  private final Map<String, Object> section = new LinkedHashMap<>();
  private final Map<String, String> environment = new LinkedHashMap<>(System.getenv());

  @TempDir Path workspace;

  private Resolver.Builder builder(List<String> command) {
    var handler = new ProgramHandler(new ProgramTemplate(command), Set.of("jira"), environment);
    return Resolver.builder(HandlerRegistry.of(handler))
        .workspace(workspace)
        .configuration("jira", section)
        .service(CommandPolicy.class, USER_ONLY);
  }

  private static List<String> sh(String script) {
    return List.of("sh", "-c", script, "sh", "{uri}");
  }

  private List<Outcome> outcomes(Resolver.Builder builder, References references)
      throws IOException {
    var outcomes = new ArrayList<Outcome>();
    try (Resolution resolution = builder.build().resolve(references)) {
      resolution.forEach(outcomes::add);
    }
    return outcomes;
  }

  private List<String> lines(String script) throws IOException {
    return lines(builder(sh(script)), References.of(List.of("jira:A-1")));
  }

  private List<String> lines(Resolver.Builder builder, References references) throws IOException {
    return outcomes(builder, references).stream().map(ProgramHandlerTest::line).toList();
  }

  private static String line(Outcome outcome) {
    return outcome.match(
        resolved -> {
          Snapshot snapshot = resolved.snapshot();
          return snapshot.resource().uri() + " " + snapshot.type().chosen() + " " + text(snapshot);
        },
        Outcome.Planned::toString,
        skipped -> "skipped " + skipped.reason() + ": " + skipped.detail(),
        failed ->
            "failed "
                + failed.problem().kind()
                + (failed.problem().isTransient() ? " for now: " : ": ")
                + failed.problem().message(),
        Outcome.Noted::toString);
  }

  private static String text(Snapshot snapshot) {
    try (var in = snapshot.resource().content().open()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Snapshot snapshot(String script) throws IOException {
    List<Outcome> outcomes = outcomes(builder(sh(script)), References.of(List.of("jira:A-1")));
    assertThat(outcomes).hasSize(1);
    assertThat(outcomes.get(0)).isInstanceOf(Outcome.Resolved.class);
    return ((Outcome.Resolved) outcomes.get(0)).snapshot();
  }

  @Test
  void isTheSourceOfAnyUriThatTheProgramNames() throws Exception {
    Snapshot snapshot =
        snapshot("printf '{\"contents\":[{\"uri\":\"file:///etc/hosts\",\"text\":\"of mine\"}]}'");
    assertThat(snapshot.resource().uri().value()).isEqualTo("file:///etc/hosts");
    assertThat(text(snapshot)).isEqualTo("of mine");
    assertThat(snapshot.source()).isEqualTo("jira");
    assertThat(snapshot.address().value()).isEqualTo("jira:A-1");
  }

  @Test
  void givesWhatTheProgramPrintsByteForByte() throws Exception {
    Snapshot snapshot = snapshot("printf 'a\\r\\nb'");
    assertThat(text(snapshot)).isEqualTo("a\r\nb");
    assertThat(snapshot.resource().uri().value()).isEqualTo("jira:A-1");
    assertThat(snapshot.source()).isEqualTo("jira");
    assertThat(snapshot.type().chosen()).isEqualTo("text/plain");
    assertThat(snapshot.resource().meta()).isEmpty();
    assertThat(snapshot.notes()).isEmpty();
  }

  @Test
  void tellsTheProgramTheUriTwiceAndLittleElse() throws Exception {
    environment.put("SECRET_OF_OURS", "hidden");
    environment.put("JIRA_TOKEN", "passed on");
    section.put("environment", List.of("JIRA_TOKEN"));
    assertThat(lines("echo \"$1 $ATTACHE_URI $SECRET_OF_OURS $JIRA_TOKEN\"; pwd; cat"))
        .containsExactly(
            "jira:A-1 text/plain jira:A-1 jira:A-1  passed on\n" + workspace.toRealPath() + "\n");
  }

  @Test
  void decidesOnTheTypeAsForAnyContent() throws Exception {
    assertThat(lines("printf '{\"id\": 7}'"))
        .containsExactly("jira:A-1 application/json {\"id\": 7}");
    assertThat(
            lines(
                builder(sh("echo 'fn main() {}'")),
                References.of(List.of("jira:src/main.rs", "jira:left-pad@1.3"))))
        .containsExactly(
            "jira:src/main.rs text/x-rust fn main() {}\n",
            "jira:left-pad@1.3 text/plain fn main() {}\n");
    section.put("mime-type", "text/markdown");
    assertThat(lines("echo '# A'")).containsExactly("jira:A-1 text/markdown # A\n");
  }

  @Test
  void givesTheResourcesThatTheProgramNames() throws Exception {
    assertThat(
            lines(
                "printf '{\"contents\":[{\"uri\":\"jira:A-1\",\"text\":\"a\"},"
                    + "{\"uri\":\"jira:A-2\",\"blob\":\"AAE=\",\"mimeType\":\"image/x-a\"}]}'"))
        .containsExactly("jira:A-1 text/plain a", "jira:A-2 image/x-a \0\1");
  }

  @Test
  void takesJsonAsItIsIfItIsToldTo() throws Exception {
    section.put("output", "text");
    String json = "{\"uri\":\"jira:A-1\",\"text\":\"a\"}";
    assertThat(lines("printf '" + json + "'")).containsExactly("jira:A-1 text/plain " + json);
  }

  @Test
  void refusesAnythingButJsonOfResourcesIfItIsToldTo() throws Exception {
    section.put("output", "json");
    assertThat(lines("echo hello"))
        .singleElement()
        .asString()
        .startsWith(
            "failed FAILED: did not print JSON: line 1, column 1: Unrecognized token 'hello'");
    assertThat(lines("echo '{\"id\":7}'"))
        .singleElement()
        .asString()
        .startsWith("failed FAILED: printed JSON whose root must be ")
        .endsWith("; it is an object with \"id\"");
  }

  @Test
  void notesWhatASuccessfulProgramComplainsOf() throws Exception {
    environment.put("JIRA_TOKEN", "0123456789");
    section.put("environment", List.of("JIRA_*"));
    assertThat(snapshot("echo body; echo \"old token $JIRA_TOKEN\" >&2").notes())
        .containsExactly("stderr: \"old token REDACTED\\n\"");
  }

  @Test
  void failsByTheExitCode() throws Exception {
    assertThat(lines("echo half; echo 'no luck' >&2; exit 3"))
        .containsExactly(
            "failed FAILED: ended with exit code 3; the end of stderr: \"no luck\\n\"");
    assertThat(lines("exit 64"))
        .containsExactly(
            "failed INVALID_URI: ended with exit code 64 (unsupported URI); it printed nothing"
                + " on stderr");
    assertThat(lines("exit 66"))
        .containsExactly(
            "failed NOT_FOUND: ended with exit code 66 (not found); it printed nothing"
                + " on stderr");
    assertThat(lines("exit 75"))
        .containsExactly(
            "failed FAILED for now: ended with exit code 75 (try again later); it printed nothing"
                + " on stderr");
    assertThat(lines("exit 77"))
        .containsExactly(
            "failed DENIED: ended with exit code 77 (access denied); it printed nothing on"
                + " stderr");
    assertThat(lines("kill -9 $$"))
        .containsExactly(
            "failed FAILED: ended with SIGKILL (exit code 137); it printed nothing on stderr");
  }

  @Test
  void showsNoSecretsOfAProgramThatFails() throws Exception {
    environment.put("JIRA_TOKEN", "0123456789");
    section.put("environment", List.of("JIRA_TOKEN"));
    assertThat(lines("echo \"$JIRA_TOKEN https://me:pw@host/ \\033[1m\" >&2; exit 1"))
        .singleElement()
        .asString()
        .contains("\"REDACTED https://REDACTED@host/ ")
        .doesNotContain("0123456789", "me:pw", "\033");
  }

  @Test
  void showsNoSecretsInTheErrorOfAResponse() throws Exception {
    environment.put("JIRA_TOKEN", "0123456789");
    section.put("environment", List.of("JIRA_TOKEN"));
    String error =
        "printf '{\"content\":[{\"type\":\"text\",\"text\":\"%s%s\"}],\"isError\":true,"
            + "\"_meta\":{\"computer.jp/error\":{\"trace\":[\"%s\"]}}}' ";
    assertThat(lines(error + "'bad ' \"$JIRA_TOKEN\" \"$JIRA_TOKEN\""))
        .containsExactly("failed FAILED: reported an error: bad REDACTED; because: REDACTED");
    assertThat(lines(error + "'" + "x".repeat(393) + "' \"$JIRA_TOKEN\" y"))
        .singleElement()
        .asString()
        .contains("xxRED")
        .doesNotContain("0123");
  }

  @Test
  void failsByTheErrorThatAResponseReports() throws Exception {
    String error =
        "printf '{\"content\":[{\"type\":\"text\",\"text\":\"no\\\\nissue\"}],\"isError\":true,"
            + "\"_meta\":{\"computer.jp/error\":{\"transient\":true,\"trace\":[\"a\",\"b\"]}}}'";
    assertThat(lines(error))
        .containsExactly("failed FAILED for now: reported an error: no issue; because: a; b");
    assertThat(lines(error + "; echo x >&2; exit 66"))
        .containsExactly("failed NOT_FOUND for now: reported an error: no issue; because: a; b");
    assertThat(lines(error.replace("true,\"trace", "\"yes\",\"trace")))
        .containsExactly(
            "failed FAILED: reported an error: no issue; because: a; b; and"
                + " /_meta/computer.jp~1error/transient must be true or false, not \"yes\"");
    assertThat(lines("printf '{\"content\":[],\"isError\":true}'"))
        .containsExactly("failed FAILED: reported an error: it does not say which");
  }

  @Test
  void endsAProgramThatHangs() throws Exception {
    section.put("timeout", 2L);
    assertThat(lines("echo begun; sleep 1000 & sleep 1000"))
        .containsExactly(
            "failed TIMEOUT: ran longer than 2 s and was killed; it had printed 6 bytes on stdout"
                + " and nothing on stderr; the end of stdout: \"begun\\n\"");
  }

  @Test
  void hidesWhatWasPassedOnAlsoWhenItHangs() throws Exception {
    environment.put("JIRA_TOKEN", "0123456789");
    section.put("environment", List.of("JIRA_TOKEN"));
    section.put("timeout", 2L);
    assertThat(lines("echo token $JIRA_TOKEN; sleep 1000"))
        .containsExactly(
            "failed TIMEOUT: ran longer than 2 s and was killed; it had printed 17 bytes on stdout"
                + " and nothing on stderr; the end of stdout: \"token REDACTED\\n\"");
  }

  @Test
  void cutsAFloodOfTextInTheMiddle() throws Exception {
    Resolver.Builder flood = builder(sh("yes 'a line' | head -c 30000000")).maxBytes(10_000);
    List<Outcome> outcomes = outcomes(flood, References.of(List.of("jira:A-1")));
    Snapshot snapshot = ((Outcome.Resolved) outcomes.get(0)).snapshot();
    assertThat(snapshot.resource().content().size()).isLessThanOrEqualTo(10_000);
    assertThat(text(snapshot)).startsWith("a line\n").contains(" cut ...]\n").endsWith("\na ");
    assertThat(snapshot.notes())
        .singleElement()
        .asString()
        .startsWith("stdout: 29,99")
        .endsWith(" bytes cut out of the middle");
    assertThat(snapshot.resource().meta()).containsEntry("dev.attache/truncated", true);
  }

  @Test
  void refusesAFloodThatCannotBeCut() throws Exception {
    Resolver.Builder bytes = builder(sh("head -c 30000 /dev/zero")).maxBytes(10_000);
    assertThat(lines(bytes, References.of(List.of("jira:A-1"))))
        .containsExactly(
            "failed TOO_LARGE: printed 30,000 bytes that are not text, and only text can be"
                + " shortened");
    Resolver.Builder json =
        builder(sh("printf '[\"'; head -c 30000 /dev/zero | tr '\\0' a; printf '\"]'"))
            .maxBytes(10_000);
    assertThat(lines(json, References.of(List.of("jira:A-1"))))
        .singleElement()
        .asString()
        .startsWith("failed TOO_LARGE: printed 30,004 bytes, but only 20,000 bytes are kept")
        .endsWith(" (max-output), and JSON cannot be shortened");
  }

  @Test
  void hasRoomForJsonOfWhatMayBeAResource() throws Exception {
    Resolver.Builder json =
        builder(sh("printf '{\"text\":\"'; head -c 10000 /dev/zero | tr '\\0' a; printf '\"}'"))
            .maxBytes(10_000);
    section.put("output", "json");
    assertThat(lines(json.configuration("jira", section), References.of(List.of("jira:A-1"))))
        .containsExactly("jira:A-1 text/plain " + "a".repeat(10_000));
  }

  @Test
  void runsNothingForWhomThePolicyDenies() throws Exception {
    References declared = References.of(List.of()).and(Requester.WORKSPACE, List.of("jira:A-1"));
    assertThat(lines(builder(List.of("touch", "{uri}")), declared))
        .containsExactly("failed DENIED: nobody trusts touch jira:A-1");
    assertThat(workspace.resolve("jira:A-1")).doesNotExist();
  }

  @Test
  void refusesAgainWhenItIsReadAgain() throws Exception {
    var known = new KnownAddress(ResourceUri.of("jira:A-1"), "jira:A-1", Requester.MODEL);
    try (Resolution again = builder(List.of("touch", "{uri}")).build().reread(List.of(known))) {
      assertThat(line(again.next())).isEqualTo("failed DENIED: nobody trusts touch jira:A-1");
    }
    assertThat(workspace.resolve("jira:A-1")).doesNotExist();
  }

  @Test
  void plansWithoutRunning() throws Exception {
    try (Resolution plan = builder(List.of("touch", "{uri}")).build().plan(List.of("JIRA:A-1"))) {
      Outcome.Planned planned = (Outcome.Planned) plan.next();
      assertThat(planned.candidate().uri().value()).isEqualTo("jira:A-1");
      assertThat(requireNonNull(planned.candidate().invocation()).words())
          .containsExactly("touch", "jira:A-1");
      assertThat(planned.candidate().label()).isEqualTo("jira:A-1");
    }
    assertThat(workspace.resolve("jira:A-1")).doesNotExist();
  }

  @Test
  void takesAwayWhatIsExcludedAndWhatIsNamedTwice() throws Exception {
    assertThat(
            lines(
                builder(List.of("echo", "{uri}")),
                References.of(List.of("jira:A", "jira:B", "JIRA:A", "!jira:B"))))
        .containsExactly(
            "jira:A text/plain jira:A\n",
            "skipped excluded: by !jira:B",
            "skipped duplicate: named before by jira:A");
  }

  @Test
  void saysThatThereIsNoSuchProgram() throws Exception {
    assertThat(
            lines(builder(List.of("no-such-program", "{uri}")), References.of(List.of("jira:A-1"))))
        .singleElement()
        .asString()
        .startsWith("failed NOT_FOUND: program \"no-such-program\" is not in the PATH");
  }

  @Test
  void isReadAsManyTimesAtOnceAsItIsTold() {
    var handler = CommandHandler.printing(List.of("echo", "{uri}"), Set.of("jira"));
    var context = TestContext.builder(workspace).configuration(Map.of("parallel", 7L)).build();
    assertThat(handler.parallelism(context)).isEqualTo(7);
  }
}
