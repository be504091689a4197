package dev.attache.core;

import dev.attache.core.outcome.FailureRule;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.run.ContentReader;
import dev.attache.core.run.DroppedContent;
import dev.attache.core.run.ItemContext;
import dev.attache.core.run.ItemReader;
import dev.attache.core.run.Reading;
import dev.attache.core.secrets.FoundKey;
import dev.attache.core.secrets.KeyFinder;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.Stored;
import dev.attache.resource.Text;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.SkipReason;
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
    var outcomes = new ArrayList<Outcome>(resources.size() + failures.size());
    for (Resource resource : resources) {
      add(reference, candidate, resource, context, outcomes);
    }
    for (ResourceException failure : failures) {
      outcomes.add(FailureRule.of(reference, candidate, failure));
    }
    return outcomes;
  }

  private static void add(
      Reference reference,
      Candidate candidate,
      Resource resource,
      ItemContext context,
      List<Outcome> outcomes)
      throws ResourceException {
    if (resource.content().size() > context.maxBytes()) {
      // Only a handler that built its resource itself can get here: context.read() counts.
      outcomes.add(
          FailureRule.of(
              reference,
              candidate,
              ResourceException.of(
                  Kind.TOO_LARGE,
                  resource.uri().value(),
                  ContentReader.limitExceeded(context.maxBytes()))));
      return;
    }
    List<FoundKey> keys = keys(resource, context);
    if (!keys.isEmpty() && !context.isNamed()) {
      outcomes.add(kept(reference, candidate, resource, FoundKey.say(keys)));
      return;
    }
    if (!keys.isEmpty()) {
      outcomes.add(
          new Outcome.Noted(reference, "named, and so attached although it " + FoundKey.say(keys)));
    }
    outcomes.add(new Outcome.Resolved(reference, snapshot(candidate, resource, context)));
  }

  private static List<FoundKey> keys(Resource resource, ItemContext context) {
    return resource.content() instanceof Text text && !context.mayHoldKeys(resource.uri())
        ? KeyFinder.find(text)
        : List.of();
  }

  /** What becomes of a text with keys that the user has not named, so that nobody sends it on. */
  private static Outcome kept(
      Reference reference, Candidate candidate, Resource resource, String what) {
    if (!candidate.explicit()) {
      return new Outcome.Skipped(
          reference,
          candidate,
          SkipReason.SENSITIVE,
          "it " + what + "; name it exactly to attach it");
    }
    String wayOut =
        reference.requester() == Requester.MODEL
            ? "; only the user can attach it, by naming it"
            : "; name it yourself to attach it";
    return new Outcome.Failed(
        reference,
        candidate,
        ResourceException.of(Kind.DENIED, resource.uri().value(), what + wayOut));
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
