package dev.attache.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.VersionedBytes;
import dev.attache.resource.spi.VersionedBytes.Version;
import dev.attache.resource.spi.VersionedCandidate;
import dev.attache.test.ScriptedHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownCandidatesTest {

  private static final int MANY = 300;

  @TempDir Path directory;

  private final AtomicInteger resolved = new AtomicInteger();
  private final Map<String, String> contents = new ConcurrentHashMap<>();

  /** What goes wrong when a version is asked for; nothing if null. */
  private @Nullable RuntimeException trouble;

  private boolean tellsVersions = true;

  private String content(ResourceUri uri) {
    return contents.getOrDefault(uri.value(), "text of " + uri.value());
  }

  /** A candidate, and its bytes, whose version is its content. */
  private final class Source implements VersionedCandidate, VersionedBytes {

    private final ResourceUri uri;

    Source(ResourceUri uri) {
      this.uri = uri;
    }

    @Override
    public @Nullable Version version() throws IOException {
      if (trouble != null) {
        throw trouble;
      }
      return tellsVersions ? new Version(content(uri), Instant.EPOCH) : null;
    }

    @Override
    public Resource resource(Resource.Builder content) {
      return content.name("name of " + uri.value()).build();
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(content(uri).getBytes(UTF_8));
    }
  }

  private List<String> run(String... references) throws IOException {
    resolved.set(0);
    var handler =
        ScriptedHandler.of("xx")
            .expanding(
                (own, context, sink) ->
                    own.forEach(
                        reference -> {
                          for (int i = 0; i < MANY; i++) {
                            ResourceUri uri = ResourceUri.of("xx:" + i);
                            sink.candidate(
                                reference,
                                new Candidate(uri, null, Candidate.UNKNOWN_SIZE, false, null),
                                new Source(uri));
                          }
                        }))
            .resolving(
                (uri, context) -> {
                  resolved.incrementAndGet();
                  var source = new Source(uri);
                  try {
                    return List.of(source.resource(context.read(uri, source, ContentHints.NONE)));
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                });
    var lines = new ArrayList<String>();
    try (Resolution run =
        Resolver.builder(HandlerRegistry.of(handler))
            .workspace(directory)
            .keepContent(false)
            .index(directory.resolve("index"))
            .build()
            .resolve(List.of(references))) {
      for (Outcome outcome : run) {
        lines.add(
            outcome.match(
                each -> {
                  Resource resource = each.snapshot().resource();
                  return resource.name() + " " + resource.content().digest() + " " + resource.uri();
                },
                String::valueOf,
                Outcome.Skipped::line,
                Outcome.Failed::line,
                Outcome.Noted::text));
      }
    }
    return lines;
  }

  @Test
  void areNotResolvedWhileTheirVersionIsKnown() throws IOException {
    List<String> first = run("xx:all");
    assertThat(resolved).hasValue(MANY);
    assertThat(first).hasSize(MANY);
    assertThat(run("xx:all")).isEqualTo(first);
    assertThat(resolved).hasValue(0);
    contents.put("xx:7", "another text");
    assertThat(run("xx:all")).hasSize(MANY).isNotEqualTo(first);
    assertThat(resolved).hasValue(1);
    assertThat(run("xx:all")).isNotEqualTo(first);
    assertThat(resolved).hasValue(0);
  }

  @Test
  void areResolvedWhereTheHandlerCannotTellTheirVersion() throws IOException {
    List<String> first = run("xx:all");
    tellsVersions = false;
    assertThat(run("xx:all")).isEqualTo(first);
    assertThat(resolved).hasValue(MANY);
  }

  @Test
  void failAsTheyWouldWhereAskingForTheirVersionFails() throws IOException {
    run("xx:all");
    trouble = new IllegalStateException("no version");
    assertThat(run("xx:all")).hasSize(MANY).allMatch(line -> line.contains("no version"));
    assertThat(resolved).hasValue(MANY);
  }

  @Test
  void areGivenOnceHoweverManyReferencesLeadToThem() throws IOException {
    List<String> first = run("xx:all", "xx:again");
    assertThat(first).hasSize(2 * MANY);
    assertThat(first.subList(MANY, 2 * MANY)).allMatch(line -> line.contains("named before"));
    assertThat(run("xx:all", "xx:again")).isEqualTo(first);
    assertThat(resolved).hasValue(0);
  }
}
