package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.tokens.TokenEstimator;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensOfPlansTest {

  @TempDir Path workspace;

  /** A token is a byte. */
  private static final TokenEstimator BYTES =
      new TokenEstimator() {
        @Override
        public String name() {
          return "bytes";
        }

        @Override
        public boolean isExact() {
          return true;
        }

        @Override
        public long count(Text text) {
          return text.size();
        }
      };

  private static final class Three implements ResourceHandler {
    @Override
    public Set<String> schemes() {
      return Set.of("xx");
    }

    @Override
    public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
      for (String each : List.of("xx:text", "xx:formatted", "xx:bytes")) {
        ResourceUri uri = ResourceUri.of(each);
        sink.candidate(
            references.get(0),
            new Candidate(
                uri,
                null,
                Candidate.UNKNOWN_SIZE,
                false,
                (address, c) -> new ByteArrayInputStream(new byte[0])));
      }
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      ResourceContent content =
          uri.value().equals("xx:bytes")
              ? ResourceContent.blob(new byte[] {0, 1, 2})
              : ResourceContent.text("four");
      String formatted = uri.value().equals("xx:formatted") ? "sixsix" : null;
      return List.of(Resource.builder(uri, content).formatted(formatted).build());
    }
  }

  @Test
  void anEstimatorOfTheProgramCountsWhatAPlanWouldAttach() throws Exception {
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new Three()))
            .workspace(workspace)
            .countTokens(BYTES)
            .build();
    var tokens = new ArrayList<@Nullable Long>();
    try (Resolution plan = resolver.plan(List.of("xx:all"))) {
      for (Outcome outcome : plan) {
        tokens.add(((Outcome.Planned) outcome).tokens());
      }
    }
    assertThat(tokens).containsExactly(4L, 6L, 0L);
  }
}
