package dev.attache.core;

import dev.attache.core.index.KnownReading;
import dev.attache.core.index.KnownReading.Count;
import dev.attache.core.outcome.Conversions;
import dev.attache.core.outcome.FailureRule;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.outcome.SnapshotCost;
import dev.attache.core.run.ContentReader;
import dev.attache.core.run.FirstBytes;
import dev.attache.core.run.ItemContext;
import dev.attache.core.run.ItemReader;
import dev.attache.core.run.RunSettings;
import dev.attache.core.secrets.FoundKey;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.types.ContentKind;
import dev.attache.types.MimeType;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The reader of a plan: it reads the first bytes of a candidate, for its type, or all of it, if its
 * tokens are to be counted.
 */
final class PeekReader implements ItemReader {

  static final ItemReader INSTANCE = new PeekReader();

  private static final byte[] NOTHING = {};

  private PeekReader() {}

  @Override
  public @Nullable Question question(RunSettings settings) {
    SnapshotCost cost = settings.cost();
    String name = cost == null ? null : cost.name();
    return cost == null || name == null
        ? null
        : new Question("count\n" + settings.asIs() + "\n" + name, true, cost.getClass());
  }

  @Override
  public List<Outcome> read(Reference reference, Candidate candidate, ItemContext context)
      throws ResourceException {
    if (candidate.size() > context.maxBytes()) {
      return List.of(
          new Outcome.Skipped(
              reference,
              candidate,
              SkipReason.TOO_LARGE,
              ContentReader.limitExceeded(context.maxBytes())));
    }
    Candidate.Peek peek = candidate.peek();
    if (peek == null) {
      TypeDecision type =
          MimeType.parseHeader(candidate.mimeType())
              .map(MimeType::essence)
              .map(stated -> new TypeDecision(stated, null, null, stated, "declared"))
              .orElse(null);
      ContentKind kind = ContentKind.ofText(candidate.label(), candidate.size(), NOTHING);
      return List.of(new Outcome.Planned(reference, candidate, type, null, kind, null));
    }
    SnapshotCost cost = context.cost();
    return cost == null
        ? List.of(glance(reference, candidate, peek, context))
        : count(reference, candidate, cost, context);
  }

  private static Outcome glance(
      Reference reference, Candidate candidate, Candidate.Peek peek, ItemContext context)
      throws ResourceException {
    try (InputStream in = peek.open(candidate.uri(), context)) {
      FirstBytes glance = context.reader().glance(in, candidate.name());
      ContentKind kind =
          glance.text()
              ? ContentKind.ofText(candidate.label(), candidate.size(), NOTHING)
              : ContentKind.BINARY;
      return new Outcome.Planned(reference, candidate, glance.type(), glance.text(), kind, null);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.FAILED, candidate.uri().value(), "cannot be read: " + e.getMessage(), e);
    }
  }

  /** Reads it as a run would, which has no effect where a look has none. */
  private static List<Outcome> count(
      Reference reference, Candidate candidate, SnapshotCost cost, ItemContext context)
      throws ResourceException {
    var outcomes = new ArrayList<Outcome>(1);
    List<Resource> resources = context.handler().handler().resolve(candidate.uri(), context);
    for (Resource resource : SnapshotReader.pictures(resources, context)) {
      outcomes.add(count(reference, candidate, resource, cost, context));
    }
    context.failures().forEach(each -> outcomes.add(FailureRule.of(reference, candidate, each)));
    return outcomes;
  }

  @Override
  public List<Outcome> outcomes(
      Reference reference, Candidate candidate, Resource resource, ItemContext context)
      throws ResourceException {
    SnapshotCost cost = Objects.requireNonNull(context.cost()); // or it would not have asked
    var outcomes = new ArrayList<Outcome>(1);
    for (Resource each : SnapshotReader.pictures(List.of(resource), context)) {
      outcomes.add(count(reference, candidate, each, cost, context));
    }
    return outcomes;
  }

  private static Outcome count(
      Reference reference,
      Candidate candidate,
      Resource resource,
      SnapshotCost cost,
      ItemContext context)
      throws ResourceException {
    Snapshot snapshot = SnapshotReader.snapshot(candidate, resource, context);
    List<FoundKey> keys = SnapshotReader.keys(resource, snapshot.resource(), context);
    Outcome kept = SnapshotReader.kept(reference, candidate, resource.uri(), keys, context);
    if (kept != null) {
      SnapshotReader.remember(resource, keys, null, context);
      return kept;
    }
    return counted(reference, candidate, resource, snapshot, keys, cost, context);
  }

  private static Outcome counted(
      Reference reference,
      Candidate candidate,
      Resource resource,
      Snapshot snapshot,
      List<FoundKey> keys,
      SnapshotCost cost,
      ItemContext context)
      throws ResourceException {
    try {
      KnownReading known = context.known(resource);
      Count count = known == null ? null : known.count();
      if (count == null) {
        count = new Count(snapshot.kind(), cost.of(snapshot), cost.learned(snapshot.address()));
      } else if (count.learned() != null) {
        cost.recall(snapshot.address(), count.learned());
      }
      SnapshotReader.remember(resource, keys, count, context);
      return new Outcome.Planned(
          reference,
          candidate,
          snapshot.type(),
          snapshot.resource().content().isText(),
          count.kind(),
          count.tokens(),
          Conversions.in(snapshot.notes()));
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.FAILED, candidate.uri().value(), "cannot be read: " + e.getMessage(), e);
    }
  }
}
