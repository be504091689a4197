package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.test.ScriptedHandler;
import dev.attache.types.TypeDecision;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The types that a source states of what a plan does not look into. */
class StatedTypesTest {

  @TempDir Path workspace;

  @Test
  void areThoseOfThePlan() throws Exception {
    var handler =
        ScriptedHandler.of("one")
            .expanding(
                (references, context, sink) -> {
                  for (String type : List.of("Text/Markdown; charset=utf-8", "no type", "")) {
                    Candidate candidate = Candidate.of(ResourceUri.of("one:" + type.length()));
                    sink.candidate(references.get(0), candidate.withType(type));
                  }
                  sink.candidate(references.get(0), Candidate.of(ResourceUri.of("one:none")));
                });
    var types = new ArrayList<String>();
    Resolver resolver = Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace).build();
    try (Resolution plan = resolver.plan(List.of("one:all"))) {
      for (Outcome outcome : plan) {
        TypeDecision type = ((Outcome.Planned) outcome).type();
        types.add(type == null ? "?" : type.chosen() + " " + type.why());
      }
    }
    assertThat(types).containsExactly("text/markdown declared", "?", "?", "?");
  }
}
