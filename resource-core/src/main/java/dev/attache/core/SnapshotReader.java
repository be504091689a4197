package dev.attache.core;

import dev.attache.core.outcome.FailureRule;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.run.ContentReader;
import dev.attache.core.run.DroppedContent;
import dev.attache.core.run.ItemContext;
import dev.attache.core.run.ItemReader;
import dev.attache.core.run.Reading;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.Stored;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.types.TypeDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reader of a resolve: it reads all of a candidate, as snapshots. */
final class SnapshotReader implements ItemReader {

  static final ItemReader INSTANCE = new SnapshotReader();

  private SnapshotReader() {}

  @Override
  public List<Outcome> read(Reference reference, Candidate candidate, ItemContext context)
      throws ResourceException {
    List<Resource> resources = context.handler().handler().resolve(candidate.uri(), context);
    List<ResourceException> failures = context.failures();
    if (resources.size() == 1 && failures.isEmpty()) {
      return List.of(outcome(reference, candidate, resources.get(0), context));
    }
    var outcomes = new ArrayList<Outcome>(resources.size() + failures.size());
    for (Resource resource : resources) {
      outcomes.add(outcome(reference, candidate, resource, context));
    }
    for (ResourceException failure : failures) {
      outcomes.add(FailureRule.of(reference, candidate, failure));
    }
    return outcomes;
  }

  private static Outcome outcome(
      Reference reference, Candidate candidate, Resource resource, ItemContext context)
      throws ResourceException {
    if (resource.content().size() > context.maxBytes()) {
      // Only a handler that built its resource itself can get here: context.read() counts.
      return FailureRule.of(
          reference,
          candidate,
          ResourceException.of(
              Kind.TOO_LARGE,
              resource.uri().value(),
              ContentReader.limitExceeded(context.maxBytes())));
    }
    return new Outcome.Resolved(reference, snapshot(candidate, resource, context));
  }

  private static Snapshot snapshot(Candidate candidate, Resource resource, ItemContext context)
      throws ResourceException {
    Reading reading = context.readingOf(resource);
    TypeDecision type = type(resource, reading, context.reader());
    resource.content().digest(); // computed here, on the thread that has the bytes in its cache
    Resource typed =
        type.chosen().equals(resource.mimeType())
            ? resource
            : resource.toBuilder().mimeType(type.chosen()).build();
    return new Snapshot(
        context.keepsContent() ? typed : withoutContent(typed),
        candidate.uri(),
        context.handler().source(candidate.uri()),
        Instant.now(),
        type,
        notes(resource, reading, context));
  }

  private static Resource withoutContent(Resource resource) {
    ResourceContent content = resource.content();
    return content instanceof Stored
        ? resource
        : resource.toBuilder().content(DroppedContent.in(resource.uri(), content)).build();
  }

  private static TypeDecision type(
      Resource resource, @Nullable Reading reading, ContentReader reader) throws ResourceException {
    String declared = resource.mimeType();
    if (reading != null && reading.type().chosen().equals(declared)) {
      return reading.type();
    }
    return declared != null
        ? new TypeDecision(declared, null, null, declared, "declared")
        : reader.typeOf(resource);
  }

  private static List<String> notes(
      Resource resource, @Nullable Reading reading, ItemContext context) {
    List<String> noted = context.notesOf(resource.uri());
    if (reading == null || reading.notes().isEmpty()) {
      return noted;
    }
    var all = new ArrayList<>(reading.notes());
    all.addAll(noted);
    return all;
  }
}
