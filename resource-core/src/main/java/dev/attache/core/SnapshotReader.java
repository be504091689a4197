package dev.attache.core;

import dev.attache.core.index.KnownReading;
import dev.attache.core.notebook.NotebookConverter;
import dev.attache.core.outcome.FailureRule;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.run.ContentReader;
import dev.attache.core.run.DroppedContent;
import dev.attache.core.run.ItemContext;
import dev.attache.core.run.ItemReader;
import dev.attache.core.run.Reading;
import dev.attache.core.run.RunSettings;
import dev.attache.core.secrets.FoundKey;
import dev.attache.core.secrets.KeyFinder;
import dev.attache.resource.Blob;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Stored;
import dev.attache.resource.Text;
import dev.attache.resource.convert.PartSelector;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.SkipReason;
import dev.attache.types.TypeDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The reader of a resolve: it reads all of a candidate, as snapshots. */
final class SnapshotReader implements ItemReader {

  static final ItemReader INSTANCE = new SnapshotReader();

  private static final String NOTEBOOK = NotebookConverter.MIME_TYPE; // known without the class

  private static final Set<String> PLAIN_NOTEBOOKS = Set.of("application/json", "text/plain");

  private SnapshotReader() {}

  @Override
  public @Nullable Question question(RunSettings settings) {
    return settings.keepContent() ? null : new Question("read", false, SnapshotReader.class);
  }

  @Override
  public List<Outcome> read(Reference reference, Candidate candidate, ItemContext context)
      throws ResourceException {
    List<Resource> resources = context.handler().handler().resolve(candidate.uri(), context);
    List<ResourceException> failures = context.failures();
    var outcomes = new ArrayList<Outcome>(resources.size() + failures.size());
    for (Resource resource : pictures(resources, context)) {
      add(reference, candidate, resource, context, outcomes);
    }
    for (ResourceException failure : failures) {
      outcomes.add(FailureRule.of(reference, candidate, failure));
    }
    return outcomes;
  }

  @Override
  public List<Outcome> outcomes(
      Reference reference, Candidate candidate, Resource resource, ItemContext context)
      throws ResourceException {
    var outcomes = new ArrayList<Outcome>(1);
    for (Resource each : pictures(List.of(resource), context)) {
      add(reference, candidate, each, context, outcomes);
    }
    return outcomes;
  }

  /** Puts the pictures that are meant of documents in their places. */
  static List<Resource> pictures(List<Resource> resources, ItemContext context)
      throws ResourceException {
    List<Resource> all = resources;
    for (int i = 0; i < resources.size(); i++) {
      Resource resource = resources.get(i);
      boolean mayBe =
          resource.meta().containsKey(PartSelector.META)
              || (!resource.content().isText() && !context.showsAsIs());
      if (mayBe && all == resources) { // as a rule there is none, and no list is made
        all = new ArrayList<>(resources.subList(0, i));
      }
      if (mayBe) {
        TypeDecision type = type(resource, context.readingOf(resource), context.reader());
        all.addAll(DocumentForm.pictures(resource, type, context));
      } else if (all != resources) {
        all.add(resource);
      }
    }
    return all;
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
    Snapshot snapshot = snapshot(candidate, resource, context);
    List<FoundKey> keys = keys(resource, snapshot.resource(), context);
    remember(resource, keys, null, context);
    Outcome kept = kept(reference, candidate, resource.uri(), keys, context);
    if (kept != null) {
      outcomes.add(kept);
      return;
    }
    if (!keys.isEmpty()) {
      outcomes.add(
          new Outcome.Noted(
              reference, "included because you named it (" + FoundKey.say(keys) + ")"));
    }
    outcomes.add(
        new Outcome.Resolved(
            reference,
            context.keepsContent() ? snapshot : withoutContent(snapshot),
            candidate.explicit()));
  }

  /** Returns the keys in a content, or in the text of a document, unless it may have some. */
  static List<FoundKey> keys(Resource resource, Resource shown, ItemContext context) {
    if (context.mayHoldKeys(resource.uri())) {
      return List.of();
    }
    KnownReading known = context.known(resource);
    if (known != null) {
      return Objects.requireNonNull(known.keys()); // or else it would have been read
    } else if (resource.content() instanceof Text text) {
      return KeyFinder.find(text, resource.uri().value());
    }
    String formatted = shown.formatted();
    if (formatted == null) {
      return resource.content() instanceof Blob blob ? KeyFinder.find(blob) : List.of();
    }
    return KeyFinder.find(Text.of(formatted), resource.uri().value());
  }

  /** Remembers what was read, unless models are shown something else. */
  static void remember(
      Resource resource,
      List<FoundKey> keys,
      KnownReading.@Nullable Count count,
      ItemContext context) {
    Reading reading = context.readingOf(resource);
    if (reading != null && !isNotebook(reading.type())) {
      context.remember(resource, context.mayHoldKeys(resource.uri()) ? null : keys, count);
    }
  }

  /** What becomes of a text with keys that the user has not named; null if it may be sent on. */
  static @Nullable Outcome kept(
      Reference reference,
      Candidate candidate,
      ResourceUri uri,
      List<FoundKey> keys,
      ItemContext context) {
    if (keys.isEmpty() || context.isNamed()) {
      return null;
    }
    String what = FoundKey.say(keys);
    if (!candidate.explicit()) {
      return new Outcome.Skipped(
          reference,
          candidate,
          SkipReason.SENSITIVE,
          "it " + what + "; name it exactly to include it");
    }
    String wayOut =
        reference.requester() == Requester.MODEL
            ? "; only the user can attach it, by naming it"
            : "; name it yourself to include it";
    return new Outcome.Failed(
        reference, candidate, ResourceException.of(Kind.DENIED, uri.value(), what + wayOut));
  }

  /** Returns what was read, with its content and its type. */
  static Snapshot snapshot(Candidate candidate, Resource resource, ItemContext context)
      throws ResourceException {
    Reading reading = context.readingOf(resource);
    TypeDecision type = type(resource, reading, context.reader());
    if (context.digestsTexts() || !resource.content().isText()) {
      resource.content().digest(); // computed here, on the thread that has the bytes in its cache
    }
    Resource typed =
        shown(
            type.chosen().equals(resource.mimeType())
                ? resource
                : resource.toBuilder().mimeType(type.chosen()).build(),
            type,
            reading,
            context);
    return new Snapshot(
        typed,
        candidate.uri(),
        context.handler().source(candidate.uri()),
        context.now(),
        type.chosen().equals(typed.mimeType()) ? type : converted(typed, type),
        notes(resource, reading, context));
  }

  private static TypeDecision converted(Resource part, TypeDecision type) {
    String chosen = String.valueOf(part.mimeType());
    return new TypeDecision(null, null, null, chosen, "converted from " + type.chosen());
  }

  /** Adds the form for models to a notebook or a document, which stays the content. */
  private static Resource shown(
      Resource resource, TypeDecision type, @Nullable Reading reading, ItemContext context)
      throws ResourceException {
    if (resource.formatted() != null || isPart(resource, reading)) {
      return resource;
    }
    Consumer<String> notes = note -> context.note(resource.uri(), note);
    if (isNotebook(type) && resource.content().isText() && !context.showsAsIs()) {
      return DocumentForm.ofNotebook(resource, context.timeout(), notes);
    }
    boolean mayBe =
        ItemContext.mayBeDocument(resource.content().isText(), type.chosen())
            || resource.meta().containsKey(PartSelector.META);
    return mayBe
        ? DocumentForm.of(resource, type, context.documents(), context.allowance(), notes)
        : resource;
  }

  /** Servers often state JSON or plain text, where the name knows better. */
  static boolean isNotebook(TypeDecision type) {
    return type.chosen().equals(NOTEBOOK)
        || (NOTEBOOK.equals(type.byName()) && PLAIN_NOTEBOOKS.contains(type.chosen()));
  }

  /** Whether a handler has taken something out of what it read, as lines of a file. */
  @SuppressWarnings("ReferenceEquality") // whether it is the very content that was read
  private static boolean isPart(Resource resource, @Nullable Reading reading) {
    return reading != null && reading.content() != resource.content();
  }

  private static Snapshot withoutContent(Snapshot snapshot) {
    Resource resource = snapshot.resource();
    ResourceContent content = resource.content();
    return content instanceof Stored
        ? snapshot
        : new Snapshot(
            resource.toBuilder().content(DroppedContent.in(resource.uri(), content)).build(),
            snapshot.address(),
            snapshot.source(),
            snapshot.capturedAt(),
            snapshot.type(),
            snapshot.notes());
  }

  /** The type that a handler states, or else the one that its content has. */
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
