package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands through the engine, from a reference to a snapshot. */
@Tag("process")
@Tag("slow")
class CommandHandlerTest {

  private static final CommandPolicy USER_ONLY =
      (uri, invocation, requester) ->
          requester == Requester.USER
              ? Decision.allowed("the user asks")
              : Decision.denied("nobody trusts " + invocation.label());

  private final Map<String, Object> section = new java.util.LinkedHashMap<>();

  @TempDir Path workspace;

  private Resolver.Builder builder(@Nullable CommandPolicy policy) {
    Resolver.Builder builder =
        Resolver.builder(HandlerRegistry.of(new CommandHandler()))
            .workspace(workspace)
            .configuration("cmd", section);
    return policy == null ? builder : builder.service(CommandPolicy.class, policy);
  }

  private List<Outcome> outcomes(Resolver.Builder builder, References references)
      throws IOException {
    var outcomes = new ArrayList<Outcome>();
    try (Resolution resolution = builder.build().resolve(references)) {
      resolution.forEach(outcomes::add);
    }
    return outcomes;
  }

  private List<String> lines(String... references) throws IOException {
    return lines(builder(USER_ONLY), References.of(List.of(references)));
  }

  private List<String> lines(Resolver.Builder builder, References references) throws IOException {
    return outcomes(builder, references).stream().map(this::line).toList();
  }

  private String line(Outcome outcome) {
    return outcome.match(
        resolved -> "resolved " + text(resolved.snapshot()),
        Outcome.Planned::toString,
        skipped -> "skipped " + skipped.reason() + ": " + skipped.detail(),
        failed ->
            "failed "
                + failed.problem().kind()
                + ": "
                + failed.problem().message().replace(real(), "DIR"),
        noted -> "noted " + noted.text());
  }

  private String real() {
    try {
      return workspace.toRealPath().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Snapshot snapshot(String reference) throws IOException {
    List<Outcome> outcomes = outcomes(builder(USER_ONLY), References.of(List.of(reference)));
    assertThat(outcomes).hasSize(1);
    assertThat(outcomes.get(0)).isInstanceOf(Outcome.Resolved.class);
    return ((Outcome.Resolved) outcomes.get(0)).snapshot();
  }

  private static String text(Snapshot snapshot) {
    try (var in = snapshot.resource().content().open()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void givesExactlyWhatACommandPrints() throws Exception {
    Snapshot snapshot = snapshot("cmd:printf 'a\\nb'");
    assertThat(text(snapshot)).isEqualTo("a\nb");
    assertThat(snapshot.resource().uri().value()).isEqualTo("cmd://printf?arg=a%5Cnb");
    assertThat(snapshot.resource().name()).isEqualTo("printf 'a\\nb'");
    assertThat(snapshot.source()).isEqualTo("cmd");
    assertThat(snapshot.type().chosen()).isEqualTo("text/plain");
    assertThat(snapshot.resource().meta())
        .containsExactly(
            Map.entry("dev.attache/exitCode", 0),
            Map.entry("dev.attache/stdoutBytes", 3L),
            Map.entry("dev.attache/stderrBytes", 0L));
  }

  @Test
  void givesWhatDoesNotChangeOneDigest() throws Exception {
    String failing = "cmd:sh -c 'echo out; echo err >&2; exit 3'";
    assertThat(snapshot(failing).key()).isEqualTo(snapshot(failing).key());
  }

  @Test
  void passesQuotedNewlinesOn() throws Exception {
    assertThat(lines("cmd:printf '%s' 'a\n\tb'")).containsExactly("resolved a\n\tb");
  }

  @Test
  void runsInTheWorkspaceOrTheDirectoryThatIsNamed() throws Exception {
    Files.createDirectory(workspace.resolve("sub dir"));
    assertThat(lines("cmd:pwd", "cmd://pwd?dir=sub+dir"))
        .containsExactly("resolved " + real() + "\n", "resolved " + real() + "/sub dir\n");
  }

  @Test
  void saysWhichDirectoryThereIsNot() throws Exception {
    assertThat(lines("cmd://pwd?dir=missing"))
        .containsExactly("failed NOT_FOUND: no such directory: missing");
  }

  @Test
  void keepsDescriptionAndUnknownKeysAsMetadata() throws Exception {
    List<Outcome> outcomes =
        outcomes(
            builder(USER_ONLY),
            References.of(List.of("cmd://true?description=Nothing+at+all&colour=red&timeout=5")));
    Outcome.Resolved resolved = (Outcome.Resolved) outcomes.get(outcomes.size() - 1);
    assertThat(resolved.snapshot().resource().uri().value()).isEqualTo("cmd://true");
    assertThat(resolved.snapshot().resource().description()).isEqualTo("Nothing at all");
    assertThat(resolved.snapshot().resource().meta().get("dev.attache/parameters"))
        .isEqualTo(Map.of("timeout", "5", "colour", "red"));
  }

  @Test
  void warnsOfWhatAShellWouldHaveDone() throws Exception {
    assertThat(lines("cmd:echo a | wc")).hasSize(2).last().isEqualTo("resolved a | wc\n");
  }

  @Test
  void endsACommandAtItsOwnTimeLimit() throws Exception {
    assertThat(lines("cmd://sh?arg=-c&arg=echo+begun;sleep+1000&timeout=2"))
        .containsExactly(
            "failed TIMEOUT: ran longer than 2 s and was killed; it had printed 6 bytes on stdout"
                + " and nothing on stderr; the end of stdout: \"begun\\n\"");
  }

  @Test
  void keepsItsOwnTimeLimitWhenItIsReadAgain() throws Exception {
    String written = "cmd://sh?arg=-c&arg=echo+begun;sleep+100&timeout=1";
    Resolver resolver = builder(USER_ONLY).build();
    var known = new KnownAddress(resolver.canonicalize(written), written, Requester.USER);
    try (Resolution resolution = resolver.reread(List.of(known))) {
      assertThat(line(resolution.next()))
          .startsWith("failed TIMEOUT: ran longer than 1 s and was killed;");
    }
  }

  @Test
  void endsACommandAtTheConfiguredTimeLimit() throws Exception {
    section.put("timeout", 1L);
    assertThat(lines("cmd:sleep 100"))
        .containsExactly(
            "failed TIMEOUT: ran longer than 1 s and was killed; it had printed nothing");
  }

  @Test
  void endsACommandAtTheTimeLimitOfAnyItem() throws Exception {
    assertThat(
            lines(
                builder(USER_ONLY).timeout(Duration.ofSeconds(2)),
                References.of(List.of("cmd:sh -c 'trap \"\" TERM; sleep 100; sleep 100'"))))
        .containsExactly(
            "failed TIMEOUT: ran longer than 2 s and was killed; it had printed nothing");
  }

  @Test
  void keepsTheConfiguredNumberOfBytes() throws Exception {
    section.put("max-output", 20L);
    Snapshot snapshot = snapshot("cmd:seq 1 1000");
    assertThat(text(snapshot)).startsWith("1\n2\n").contains(" cut ...]\n").endsWith("1000\n");
    assertThat(snapshot.notes()).singleElement().asString().startsWith("stdout: ");
  }

  @Test
  void runsNothingWithoutAPolicy() throws Exception {
    assertThat(lines(builder(null), References.of(List.of("cmd:touch made"))))
        .containsExactly(
            "failed DENIED: commands cannot run here: the application provides no CommandPolicy");
    assertThat(workspace.resolve("made")).doesNotExist();
  }

  @Test
  void runsNothingThatThePolicyDenies() throws Exception {
    References declared = References.of(List.of()).and(Requester.WORKSPACE, List.of("cmd:touch x"));
    assertThat(lines(builder(USER_ONLY), declared))
        .containsExactly("failed DENIED: nobody trusts touch x");
    assertThat(workspace.resolve("x")).doesNotExist();
  }

  @Test
  void asksForConsentBeforeItTellsWhichProgramsThereAre() throws Exception {
    assertThat(reread("cmd://no-such-program", Requester.WORKSPACE))
        .containsExactly("failed DENIED: nobody trusts no-such-program");
    assertThat(reread("cmd://no-such-program", Requester.USER))
        .singleElement()
        .asString()
        .startsWith("failed NOT_FOUND: program \"no-such-program\" is not in the PATH");
  }

  private List<String> reread(String uri, Requester requester) throws IOException {
    var known = new KnownAddress(ResourceUri.of(uri), uri, requester);
    var lines = new ArrayList<String>();
    try (Resolution resolution = builder(USER_ONLY).build().reread(List.of(known))) {
      resolution.forEach(outcome -> lines.add(line(outcome)));
    }
    return lines;
  }

  @Test
  void countsTheMostTrustedOfThoseWhoAsk() throws Exception {
    References both =
        References.of(List.of())
            .and(Requester.WORKSPACE, List.of("cmd:echo hi"))
            .and(Requester.USER, List.of("cmd://echo?args=hi"));
    assertThat(lines(builder(USER_ONLY), both))
        .containsExactly("skipped duplicate: also named by cmd://echo?args=hi", "resolved hi\n");
  }

  @Test
  void countsTheTrustOfAnExcludedReferenceForNothing() throws Exception {
    References all =
        References.of(List.of("cmd:touch x", "!cmd:touch x"))
            .and(Requester.WORKSPACE, List.of("cmd:touch x"));
    assertThat(lines(builder(USER_ONLY), all))
        .containsExactly(
            "skipped excluded: by !cmd:touch x", "failed DENIED: nobody trusts touch x");
    assertThat(workspace.resolve("x")).doesNotExist();
  }

  @Test
  void plansWithoutRunning() throws Exception {
    try (Resolution plan = builder(USER_ONLY).build().plan(List.of("cmd:touch made"))) {
      Outcome.Planned planned = (Outcome.Planned) plan.next();
      var invocation = planned.candidate().invocation();
      assertThat(invocation).isNotNull();
      assertThat(invocation.label()).isEqualTo("touch made");
      assertThat(invocation.path()).isAbsolute().hasFileName("touch");
      assertThat(invocation.directory()).isEqualTo(workspace.toRealPath());
    }
    assertThat(workspace.resolve("made")).doesNotExist();
  }

  @Test
  void reportsABadCommandBesideTheGoodOnes() throws Exception {
    assertThat(lines("cmd:echo 'a", "cmd:echo b")).hasSize(2).last().isEqualTo("resolved b\n");
  }
}
