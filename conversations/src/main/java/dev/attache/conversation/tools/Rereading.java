package dev.attache.conversation.tools;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.KnownAddress;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of reading an address again: snapshots, and the first thing that went wrong.
 * Immutable.
 *
 * @param problem null if nothing did
 */
record Rereading(List<Snapshot> snapshots, @Nullable ResourceException problem) {

  Rereading {
    snapshots = List.copyOf(snapshots);
  }

  /**
   * Reads addresses again in one run, and hands out each as soon as it and those before it are
   * read.
   *
   * @throws CancellationException if the thread is interrupted
   */
  static void of(Resolver resolver, List<KnownAddress> addresses, ObjIntConsumer<Rereading> each) {
    if (addresses.isEmpty()) {
      return; // no threads for nothing
    }
    int next = 0;
    var snapshots = new ArrayList<Snapshot>();
    ResourceException problem = null;
    try (Resolution resolution = resolver.reread(addresses)) {
      for (Outcome outcome : resolution) {
        for (; next < outcome.reference().position(); next++) {
          each.accept(new Rereading(snapshots, problem), next);
          snapshots.clear();
          problem = null;
        }
        if (outcome instanceof Outcome.Resolved resolved) {
          snapshots.add(resolved.snapshot());
        } else if (problem == null) {
          problem = problem(outcome, addresses.get(next).address());
        }
      }
    }
    for (; next < addresses.size(); next++) {
      each.accept(new Rereading(snapshots, problem), next);
      snapshots.clear();
      problem = null;
    }
  }

  private static @Nullable ResourceException problem(Outcome outcome, ResourceUri address) {
    return outcome.match(
        resolved -> null,
        planned -> null,
        skipped ->
            ResourceException.of(
                ResourceException.Kind.FAILED, address.value(), "left out: " + skipped.detail()),
        Outcome.Failed::problem,
        noted -> null);
  }

  /** The snapshots of one resource; several where a source keeps several under one URI. */
  List<Snapshot> of(ResourceUri uri) {
    return snapshots.stream().filter(each -> each.resource().uri().equals(uri)).toList();
  }

  /** Why there is no snapshot of a resource. */
  ResourceException absence(ResourceUri uri, ResourceUri address) {
    return problem != null
        ? problem
        : ResourceException.of(
            ResourceException.Kind.NOT_FOUND,
            uri.value(),
            snapshots.isEmpty()
                ? "nothing is there any more"
                : address.redacted() + " gives other resources now, and not this one");
  }
}
