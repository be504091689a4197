package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.SkipReason;
import dev.attache.test.ScriptedHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is secret in a URI is in nothing that the engine, or a handler through it, says. */
class SecretsTest {

  private static final String URL = "xx://u:s3cr3t@h/?token=s3cr3t";
  private static final String SHOWN = "xx://REDACTED@h/?token=REDACTED";
  private static final String OPAQUE = "xx:?token=s3cr3t";

  @TempDir Path workspace;

  private Resolver.Builder builder(ScriptedHandler handler) {
    return Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace);
  }

  private Outcome first(ScriptedHandler handler, String... references) throws IOException {
    try (Resolution run = builder(handler).build().resolve(List.of(references))) {
      return run.next();
    }
  }

  @Test
  void areNotInWhatAHandlerSaysWhileItExpands() throws IOException {
    ScriptedHandler handler =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  Candidate candidate = Candidate.of(ResourceUri.of("xx:1"));
                  sink.note(references.get(0), "moved to " + URL);
                  sink.skip(references.get(0), candidate, SkipReason.EXCLUDED, "by !" + URL);
                });
    assertThat(Outcomes.of(builder(handler).build(), "xx:1"))
        .containsExactly(
            "noted xx:1: moved to " + SHOWN,
            "skipped xx:1 " + SkipReason.EXCLUDED + ": by !" + SHOWN);
  }

  @Test
  void areNotInTheNotesOfASnapshot() throws IOException {
    ScriptedHandler handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  context.note(uri, "moved to " + URL);
                  return ScriptedHandler.text(uri, "x");
                });
    var resolved = (Outcome.Resolved) first(handler, "xx:1");
    assertThat(resolved.snapshot().notes()).containsExactly("moved to " + SHOWN);
  }

  @Test
  void areNotInAFailureThatAHandlerMustNotThrow() throws IOException {
    ScriptedHandler handler =
        ScriptedHandler.of("xx")
            .resolving(
                (uri, context) -> {
                  throw new IllegalStateException("stuck at " + uri);
                });
    for (String uri : List.of(URL, OPAQUE)) {
      var failed = (Outcome.Failed) first(handler, uri);
      assertThat(failed.problem().message())
          .endsWith("failed: java.lang.IllegalStateException: stuck at " + shown(uri));
    }
  }

  @Test
  void areNotInTheReasonOfAnExclusionOrADuplicate() throws IOException {
    ScriptedHandler handler = ScriptedHandler.of("xx");
    var excluded = (Outcome.Skipped) first(handler, OPAQUE, "!" + OPAQUE);
    assertThat(excluded.detail()).isEqualTo("by !" + shown(OPAQUE));
    try (Resolution run = builder(handler).build().resolve(List.of(OPAQUE, OPAQUE))) {
      run.next();
      assertThat(((Outcome.Skipped) run.next()).detail())
          .isEqualTo("named before by " + shown(OPAQUE));
    }
  }

  @Test
  void areNotInTheErrorOfAReferenceWithoutAHandler() throws IOException {
    var failed = (Outcome.Failed) first(ScriptedHandler.of("xx"), "yy://u:s3cr3t@h/");
    assertThat(failed.problem().message())
        .isEqualTo("no handler for the scheme \"yy\" (known: xx), and no file of that name");
    assertThat(failed.problem().uri()).isEqualTo("yy://u:s3cr3t@h/");
  }

  @Test
  void areNotInTheErrorAboutAContentThatWasNotKept() throws IOException {
    Resolver resolver = builder(ScriptedHandler.of("xx")).keepContent(false).build();
    try (Resolution run = resolver.resolve(List.of(URL))) {
      Resource resource = ((Outcome.Resolved) run.next()).snapshot().resource();
      assertThatThrownBy(() -> resource.content().open().close())
          .isInstanceOf(IOException.class)
          .hasMessage("the content of " + SHOWN + " was not kept");
    }
  }

  private static String shown(String uri) {
    return ResourceUri.of(uri).redacted();
  }
}
