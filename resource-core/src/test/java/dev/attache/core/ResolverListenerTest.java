package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.SkipReason;
import dev.attache.test.ScriptedHandler;
import dev.attache.types.TypeDetector;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResolverListenerTest {

  @TempDir Path workspace;

  private final ManualClock clock = new ManualClock();
  private final List<String> heard = new ArrayList<>();

  private final ResolverListener listener =
      new ResolverListener() {
        @Override
        public void resolved(Outcome.Resolved outcome, Duration took) {
          heard.add(Outcomes.line(outcome) + " in " + took);
        }

        @Override
        public void skipped(Outcome.Skipped outcome, Duration took) {
          heard.add(Outcomes.line(outcome) + " in " + took);
        }

        @Override
        public void failed(Outcome.Failed outcome, Duration took) {
          heard.add(Outcomes.line(outcome) + " in " + took);
        }

        @Override
        public void ended(Duration took) {
          heard.add("ended in " + took);
        }
      };

  /** Reading takes a second each; {@code xx:bad} cannot be read, {@code xx:out} is left out. */
  private Resolver resolver(ResolverListener who) throws IOException {
    var handler =
        ScriptedHandler.of("xx")
            .expanding(
                (references, context, sink) -> {
                  sink.candidate(references.get(0), Candidate.of(ResourceUri.of("xx:a")));
                  sink.skip(
                      references.get(0),
                      Candidate.of(ResourceUri.of("xx:out")),
                      SkipReason.HIDDEN,
                      "hidden");
                  sink.candidate(references.get(0), Candidate.of(ResourceUri.of("xx:bad")));
                })
            .resolving(
                (uri, context) -> {
                  clock.advance(Duration.ofSeconds(1));
                  if (uri.value().equals("xx:bad")) {
                    throw ResourceException.of(Kind.FAILED, uri.value(), "bad");
                  }
                  return ScriptedHandler.text(uri, "text");
                });
    return Resolver.builder(HandlerRegistry.of(handler))
        .workspace(workspace)
        .jobs(1)
        .clock(clock)
        .listener(who)
        .build();
  }

  @Test
  void hearsOfEachItemInOrderAndOfTheEnd() throws Exception {
    Outcomes.of(resolver(listener), "xx:all");
    assertThat(heard)
        .containsExactly(
            "resolved xx:a in PT1S",
            "skipped xx:out hidden: hidden in PT0S",
            "failed xx:bad FAILED: bad in PT1S",
            "ended in PT2S");
  }

  @Test
  void hearsNothingOfAPlan() throws Exception {
    Outcomes.ofPlan(resolver(listener), "xx:all");
    assertThat(heard).isEmpty();
  }

  @Test
  void hearsOfTheEndOfARunThatIsClosedEarlyOnce() throws Exception {
    Resolution resolution = resolver(listener).resolve(List.of("xx:all"));
    resolution.close();
    resolution.close();
    assertThat(heard).hasSize(1).first().asString().startsWith("ended in ");
  }

  @Test
  void breaksNothingByItsExceptions() throws Exception {
    ResolverListener broken =
        new ResolverListener() {
          @Override
          public void resolved(Outcome.Resolved outcome, Duration took) {
            throw new IllegalStateException("no room");
          }

          @Override
          public void ended(Duration took) {
            throw new IllegalArgumentException("late");
          }
        };
    Resolver resolver = resolver(broken);
    assertThat(resolver.listenerProblem()).isNull();
    assertThat(Outcomes.of(resolver, "xx:all"))
        .containsExactly(
            "resolved xx:a", "skipped xx:out hidden: hidden", "failed xx:bad FAILED: bad");
    assertThat(resolver.listenerProblem())
        .isEqualTo("the listener failed: java.lang.IllegalArgumentException: late");
  }

  @Test
  void theClockOfTheProgramSaysWhenSomethingWasRead() throws Exception {
    Instant then = Instant.parse("2020-02-02T02:02:02Z");
    Resolver resolver =
        Resolver.builder(
                HandlerRegistry.of(
                    ScriptedHandler.of("xx")
                        .resolving(
                            (uri, context) ->
                                List.of(
                                    Resource.builder(uri, ResourceContent.text("text")).build()))))
            .workspace(workspace)
            .clock(Clock.fixed(then, ZoneOffset.UTC))
            .types(TypeDetector.with((name, prefix, length) -> "text/x-ours"))
            .build();
    try (Resolution resolution = resolver.resolve(List.of("xx:a"))) {
      var snapshot = ((Outcome.Resolved) resolution.next()).snapshot();
      assertThat(snapshot.capturedAt()).isEqualTo(then);
      assertThat(snapshot.resource().mimeType()).isEqualTo("text/x-ours");
    }
  }
}
