package dev.attache.core.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy.Decision;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustPolicyTest {

  private static final Path WORKSPACE = Path.of("/work/ws");

  /** Of a handler that has its own way to write commands. */
  private static final ResourceUri URI = ResourceUri.of("cmd://as-it-is?x=1&y");

  @TempDir Path temporary;

  private TrustStore store = TrustStore.nowhere("");

  @BeforeEach
  void createStore() {
    store = TrustStore.at(temporary.resolve("attache/trust.jsonl"));
  }

  private static Invocation of(Path directory, String... words) {
    return new Invocation(
        words[0],
        Path.of("/usr/bin").resolve(words[0]),
        List.of(words).subList(1, words.length),
        directory);
  }

  private static Invocation of(String... words) {
    return of(WORKSPACE, words);
  }

  private TrustPolicy policy(String... patterns) {
    return TrustPolicy.of(store, List.of(patterns), WORKSPACE, List.of());
  }

  private Decision decide(Requester requester, Invocation invocation) {
    return policy().decide(URI, invocation, requester);
  }

  private void assertDenied(Invocation invocation, String subject) {
    assertDenied(URI, invocation, subject);
  }

  private void assertDenied(ResourceUri uri, Invocation invocation, String subject) {
    assertThat(policy().decide(uri, invocation, Requester.WORKSPACE))
        .isEqualTo(
            Decision.denied(
                "is declared by the workspace and is not trusted",
                new Remedy(Remedy.Action.TRUST_COMMAND, subject)));
  }

  @Test
  void runsWhatTheUserAskedFor() {
    assertThat(decide(Requester.USER, of("sh", "-c", "x")))
        .isEqualTo(Decision.allowed("you named it"));
  }

  @Test
  void runsNothingForAModel() throws Exception {
    store.trust(record(of("make", "test")));
    assertThat(policy("make test").decide(URI, of("make", "test"), Requester.MODEL))
        .isEqualTo(
            Decision.denied(
                "a model may not run commands", new Remedy(Remedy.Action.ATTACH, "cmd:make test")));
  }

  private static TrustRecord record(Invocation invocation) {
    return new TrustRecord(
        TrustRecord.COMMAND,
        invocation.digest(),
        invocation.directory().toString(),
        invocation.label(),
        Instant.parse("2026-11-22T23:59:59Z"));
  }

  @Test
  void runsForTheWorkspaceWhatIsTrusted() throws Exception {
    assertDenied(of("make", "test"), "'cmd:make test'");
    store.trust(record(of("make", "test")));
    assertThat(decide(Requester.WORKSPACE, of("make", "test")))
        .isEqualTo(Decision.allowed("you trusted it on 2026-11-22"));
    assertDenied(of("make", "tests"), "'cmd:make tests'");
    assertDenied(of("make"), "cmd:make");
    assertThat(decide(Requester.WORKSPACE, of(Path.of("/other"), "make", "test")).isAllowed())
        .isFalse();
  }

  @Test
  void runsForTheWorkspaceWhatAPatternAllows() {
    assertThat(policy("git status", "git log *").decide(URI, of("git", "log"), Requester.WORKSPACE))
        .isEqualTo(Decision.allowed("[cmd] trust allows it: git log *"));
    assertThat(
            policy("git log *").decide(URI, of("git", "status"), Requester.WORKSPACE).isAllowed())
        .isFalse();
  }

  @Test
  void saysWhatToTypeForCommandsThatNeedQuotes() {
    String asItIs = "'cmd://as-it-is?x=1&y'";
    assertDenied(of("echo", "it's"), asItIs);
    assertDenied(of("echo", "a b"), asItIs);
    assertDenied(of("echo", ""), asItIs);
    assertDenied(of("echo", "\n\u202e"), asItIs);
    assertDenied(of("//echo", "a"), asItIs);
    assertDenied(of("echo", "100%", "HEAD~1"), "'cmd:echo 100% HEAD~1'");
  }

  @Test
  void namesTheUriWhereTheCommandRunsBelowTheWorkspace() {
    assertDenied(of(WORKSPACE.resolve("sub"), "make", "all"), "'cmd://as-it-is?x=1&y'");
    ResourceUri quoted = ResourceUri.of("cmd://make?dir=it's");
    assertDenied(quoted, of(WORKSPACE.resolve("it's"), "make"), "'cmd://make?dir=it'\\''s'");
  }

  @Test
  void namesWhatAnotherHandlerRunsByItsUri() {
    assertDenied(ResourceUri.of("tool:x"), of("make", "all"), "tool:x");
  }

  @Test
  void saysNoSecretsAndWhatToTypeInstead() {
    Invocation secret = of("curl", "https://user:pass@example.org/");
    assertDenied(secret, "--declared");
    assertDenied(ResourceUri.of("cmd://x?token=a"), of("make"), "--declared");
    assertThat(decide(Requester.MODEL, secret).remedy())
        .isEqualTo(new Remedy(Remedy.Action.ATTACH, "cmd:curl https://REDACTED@example.org/"));
  }

  @Test
  void addsWhatTheUserHadToAdd() {
    var policy = TrustPolicy.of(store, List.of(), WORKSPACE, List.of("--workspace", "../my ws"));
    assertThat(policy.decide(URI, of("make"), Requester.WORKSPACE).remedy())
        .isEqualTo(new Remedy(Remedy.Action.TRUST_COMMAND, "cmd:make --workspace '../my ws'"));
  }

  @Test
  void refusesAPatternThatIsNone() {
    assertThatThrownBy(() -> policy("sh *"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "(sh *) must not end with *, because sh is not known to only read; name each command"
                + " exactly");
    TrustPolicy.requirePattern("git log *");
  }
}
