package dev.attache.handlers.git;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.KnownAddress;
import dev.attache.core.routing.References;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.UriPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs of the engine that read repositories, each with a handler of its own. */
final class Reading {

  private final Path workspace;
  private final Map<String, Object> configuration = new LinkedHashMap<>();
  private final List<Snapshot> snapshots = new ArrayList<>();
  private boolean isOffline;
  private @Nullable UriPolicy policy;
  private long maxBytes = 1 << 20;

  Reading(Path workspace) {
    this.workspace = workspace;
  }

  Reading with(String key, Object value) {
    configuration.put(key, value);
    return this;
  }

  Reading offline(boolean value) {
    isOffline = value;
    return this;
  }

  Reading asking(UriPolicy value) {
    policy = value;
    return this;
  }

  /** Sets how many bytes a file may have. */
  Reading maxBytes(long value) {
    maxBytes = value;
    return this;
  }

  Path caches() {
    return workspace.resolve("caches");
  }

  /** The place of all copies. */
  Path copies() {
    return caches().resolve("attache/git");
  }

  /** What was read last. */
  List<Snapshot> snapshots() {
    return List.copyOf(snapshots);
  }

  /** What came of references of the user, a line each; of a resource also its text. */
  List<String> lines(String... references) throws Exception {
    return lines(References.of(List.of(references)));
  }

  List<String> lines(References references) throws Exception {
    snapshots.clear();
    var lines = new ArrayList<String>();
    try (Resolution resolution = resolver().resolve(references)) {
      for (Outcome outcome : resolution) {
        lines.add(line(outcome));
      }
    }
    return lines;
  }

  /** What came of references that somebody else has asked for. */
  List<String> lines(Requester requester, String... references) throws Exception {
    return lines(References.of(List.of()).and(requester, List.of(references)));
  }

  /** What came of reading again what was read last, for somebody. */
  List<String> linesAgain(Requester requester) throws Exception {
    List<KnownAddress> known =
        snapshots.stream()
            .map(each -> new KnownAddress(each.address(), each.address().value(), requester))
            .toList();
    snapshots.clear();
    var lines = new ArrayList<String>();
    try (Resolution resolution = resolver().reread(known)) {
      for (Outcome outcome : resolution) {
        lines.add(line(outcome));
      }
    }
    return lines;
  }

  Resolver resolver() throws Exception {
    var handler =
        new RepositoryHandler(
            Map.of("PATH", System.getenv("PATH"), "XDG_CACHE_HOME", caches().toString()));
    var builder = Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace);
    builder.maxBytes(maxBytes);
    builder.configuration("github", configuration).offline(isOffline);
    if (policy != null) {
      builder.service(UriPolicy.class, policy);
    }
    return builder.build();
  }

  private String line(Outcome outcome) {
    return outcome.match(
        resolved -> {
          Snapshot snapshot = resolved.snapshot();
          snapshots.add(snapshot);
          String text =
              snapshot.resource().content().match(t -> t.value(), blob -> "(blob)", stored -> "");
          return snapshot.resource().uri() + " = " + text + notes(snapshot);
        },
        planned -> "planned " + planned.candidate().uri(),
        skipped ->
            "skipped "
                + skipped.candidate().uri()
                + " "
                + skipped.reason()
                + ": "
                + skipped.detail(),
        failed -> "failed " + failed.problem().kind() + ": " + failed.problem().message(),
        noted -> "noted " + noted.text());
  }

  private static String notes(Snapshot snapshot) {
    return snapshot.notes().isEmpty() ? "" : " " + snapshot.notes();
  }
}
