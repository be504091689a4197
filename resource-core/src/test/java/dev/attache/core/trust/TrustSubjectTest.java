package dev.attache.core.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.Remedy;
import dev.attache.resource.spi.CommandPolicy.Decision;
import dev.attache.resource.spi.Requester;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be used that is no command. */
class TrustSubjectTest {

  private static final ContentDigest DIGEST =
      ContentDigest.parse("sha256:" + "0f".repeat(32)).orElseThrow();

  @TempDir Path temporary;

  private TrustStore store = TrustStore.nowhere("");

  @BeforeEach
  void createStore() {
    store = TrustStore.at(temporary.resolve("attache/trust.jsonl"));
  }

  private static TrustSubject subject(boolean isOfUser) {
    return new TrustSubject(TrustRecord.SERVER, DIGEST, isOfUser, "mcp+a+");
  }

  private Decision decide(boolean isOfUser, Requester requester) {
    return TrustPolicy.of(
            store, List.of(), Path.of("/work/ws"), List.of("--workspace", "the other"))
        .decide(subject(isOfUser), requester);
  }

  private void trust(String kind) throws TrustException {
    store.trust(
        new TrustRecord(kind, DIGEST, "/work/ws", "a", Instant.parse("2026-11-22T23:59:59Z")));
  }

  @Test
  void letsTheUserUseWhatTheUserDefined() {
    assertThat(decide(true, Requester.USER)).isEqualTo(Decision.allowed("you named it"));
  }

  @Test
  void needsTrustInWhatTheWorkspaceDefined() throws Exception {
    Decision no =
        Decision.denied(
            "is defined by the workspace, or points into it, and is not trusted",
            new Remedy(Remedy.Action.TRUST_SERVER, "mcp+a+ --workspace 'the other'"));
    assertThat(decide(false, Requester.USER)).isEqualTo(no);
    assertThat(decide(false, Requester.WORKSPACE)).isEqualTo(no);
    trust(TrustRecord.COMMAND);
    assertThat(decide(false, Requester.USER)).isEqualTo(no);
    trust(TrustRecord.SERVER);
    Decision yes = Decision.allowed("you trusted it on 2026-11-22");
    assertThat(decide(false, Requester.USER)).isEqualTo(yes);
    assertThat(decide(false, Requester.WORKSPACE)).isEqualTo(yes);
  }

  @Test
  void needsTrustInWhatTheWorkspaceAsksFor() throws Exception {
    assertThat(decide(true, Requester.WORKSPACE))
        .isEqualTo(
            Decision.denied(
                "is requested by the workspace and is not trusted",
                new Remedy(Remedy.Action.TRUST_SERVER, "mcp+a+ --workspace 'the other'")));
    trust(TrustRecord.SERVER);
    assertThat(decide(true, Requester.WORKSPACE).isAllowed()).isTrue();
  }

  @Test
  void letsAModelUseNothing() throws Exception {
    trust(TrustRecord.SERVER);
    for (boolean isOfUser : new boolean[] {true, false}) {
      assertThat(decide(isOfUser, Requester.MODEL))
          .isEqualTo(
              Decision.denied(
                  "a model may not use a server", new Remedy(Remedy.Action.ATTACH, "mcp+a+")));
    }
  }
}
