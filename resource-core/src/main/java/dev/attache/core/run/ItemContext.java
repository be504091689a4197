package dev.attache.core.run;

import static java.util.Objects.requireNonNull;

import dev.attache.core.convert.DocumentConverter;
import dev.attache.core.index.KnownReading;
import dev.attache.core.index.ReadIndex;
import dev.attache.core.outcome.SnapshotCost;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.core.secrets.FoundKey;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.Section;
import dev.attache.resource.spi.VersionedBytes;
import dev.attache.resource.spi.VersionedBytes.Version;
import dev.attache.resource.spi.VersionedCandidate;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The context of one call to a handler, which remembers what the handler read and noted. */
public final class ItemContext implements HandlerContext {

  /** The digest of the bytes as they came, in the metadata of a text that was converted. */
  private static final String BYTES_DIGEST = "dev.attache/bytesDigest";

  private final RunSettings settings;
  private final RegisteredHandler handler;
  private final RunScope scope;
  private final ContentReader reader;
  private final ItemBudget allowance;
  private final Requester requester;
  private final Delegation delegation;
  private final List<Reading> readings = new ArrayList<>(1);
  private boolean isNamed;
  private @Nullable ReadIndex index;
  private @Nullable Notes notesOfOthers;
  private @Nullable Map<ResourceUri, Notes> notes;
  private @Nullable List<ResourceException> failures;

  public ItemContext(
      RunSettings settings,
      RegisteredHandler handler,
      RunScope scope,
      ContentReader reader,
      ItemBudget allowance,
      Requester requester,
      Delegation delegation) {
    this.settings = settings;
    this.handler = handler;
    this.scope = scope;
    this.reader = reader;
    this.allowance = allowance;
    this.requester = requester;
    this.delegation = delegation;
  }

  /** A context of another handler within the same call, which reads nothing. */
  ItemContext of(RegisteredHandler other, RunScope its, RunSettings with, Requester asking) {
    return new ItemContext(
        with, other, its, new ContentReader(with), allowance, asking, delegation);
  }

  /** When this is. */
  public Instant now() {
    return settings.host().clock().instant();
  }

  @Override
  public Path workspace() {
    return settings.workspace();
  }

  @Override
  public List<Path> roots() {
    return settings.roots();
  }

  @Override
  public long maxBytes() {
    return settings.maxBytes();
  }

  @Override
  public Duration timeout() {
    return Duration.ofNanos(allowance.deadline().remainingNanos());
  }

  @Override
  public Section configuration() {
    for (String scheme : handler.schemes()) {
      Section section = settings.configuration().get(scheme);
      if (section != null) {
        return section;
      }
    }
    return Section.EMPTY;
  }

  @Override
  public boolean isOffline() {
    return settings.offline();
  }

  @Override
  public Requester requester() {
    return requester;
  }

  @Override
  public <T> Optional<T> service(Class<T> type) {
    return Optional.ofNullable(settings.services().get(type)).map(type::cast);
  }

  @Override
  public <T> T perRun(Class<T> type, Supplier<? extends T> create) {
    return scope.get(type, create);
  }

  @Override
  public Resource.Builder read(ResourceUri uri, InputStream in, ContentHints hints)
      throws ResourceException {
    return added(uri, reader.read(uri, in, hints, allowance));
  }

  private Resource.Builder added(ResourceUri uri, Reading reading) {
    synchronized (this) {
      readings.add(reading);
    }
    Resource.Builder resource =
        Resource.builder(uri, reading.content()).mimeType(reading.type().chosen());
    ContentDigest bytes = reading.bytesDigest();
    return bytes == null ? resource : resource.meta(BYTES_DIGEST, bytes.toString());
  }

  @Override
  public Resource.Builder read(ResourceUri uri, VersionedBytes bytes, ContentHints hints)
      throws IOException {
    ReadIndex known = index;
    if (known == null) {
      return HandlerContext.super.read(uri, bytes, hints);
    }
    Reading reading = recalled(uri, bytes, known);
    return added(uri, reading == null ? read(uri, bytes, hints, known) : reading);
  }

  private @Nullable Reading recalled(ResourceUri uri, VersionedBytes bytes, ReadIndex known)
      throws IOException {
    ReadIndex.Found found = known.find(uri.value());
    return found == null || !isEnough(uri, found.reading(), known.counts())
        ? null
        : recalled(uri, found, bytes.version());
  }

  private static @Nullable Reading recalled(
      ResourceUri uri, ReadIndex.Found found, @Nullable Version now) {
    return now != null && now.value().equals(found.version())
        ? Reading.of(found.reading(), DroppedContent.known(uri, found.reading()))
        : null;
  }

  /**
   * Makes of what is known of a candidate the resource that reading it would give; null if its
   * version is another one, or not all is known of it.
   */
  @Nullable Resource recall(ResourceUri uri, ReadIndex.Found found, VersionedCandidate versioned)
      throws IOException {
    ReadIndex known = index;
    Reading reading =
        known == null || !isEnough(uri, found.reading(), known.counts())
            ? null
            : recalled(uri, found, versioned.version());
    return reading == null ? null : versioned.resource(added(uri, reading));
  }

  /** Whether all is known that will be asked for. */
  private boolean isEnough(ResourceUri uri, KnownReading known, boolean counts) {
    if (mayBeDocument(known.isText(), known.type().chosen()) && isConverted(known.type())) {
      return false; // its Markdown is made of what it contains
    }
    boolean mayHoldKeys = mayHoldKeys(uri);
    List<FoundKey> keys = known.keys();
    boolean isLeftOut = !mayHoldKeys && keys != null && !keys.isEmpty() && !isNamed;
    return (mayHoldKeys || keys != null) && (!counts || known.count() != null || isLeftOut);
  }

  private Reading read(ResourceUri uri, VersionedBytes bytes, ContentHints hints, ReadIndex known)
      throws IOException {
    Instant opened = known.now();
    Reading reading;
    try (InputStream in = bytes.open()) {
      reading = reader.read(uri, in, hints, allowance);
    }
    Version after = bytes.version();
    return after != null && known.isSettled(after, opened) ? reading.in(after.value()) : reading;
  }

  @Override
  public Resource.Builder read(ResourceUri uri, Text text, ContentHints hints)
      throws ResourceException {
    Reading reading = reader.read(uri, text, hints);
    synchronized (this) {
      readings.add(reading);
    }
    return Resource.builder(uri, text).mimeType(reading.type().chosen());
  }

  @Override
  public void convert(
      ResourceUri uri,
      Resource.Builder resource,
      ContentConverter converter,
      ConversionSource source,
      Duration time) {
    FormMadeHere.add(resource, converter, source, time, note -> note(uri, note));
  }

  @Override
  public List<Resource> resolve(ResourceUri uri) throws ResourceException {
    return delegation.resolve(requireNonNull(uri), this);
  }

  @Override
  public SeekableByteChannel open(Path path) throws ResourceException {
    return delegation.open(requireNonNull(path), this);
  }

  /** Takes over what another handler had to say while it read for this call. */
  void take(ResourceUri address, ItemContext other) {
    other.failures().forEach(this::fail);
    List<String> all = other.allNotes();
    synchronized (this) {
      Notes others = notesOfOthers == null ? new Notes() : notesOfOthers;
      all.forEach(note -> others.add(address.redacted() + ": " + note));
      notesOfOthers = others;
    }
  }

  private synchronized List<String> allNotes() {
    var all = new ArrayList<String>();
    readings.forEach(reading -> all.addAll(reading.notes()));
    if (notes != null) {
      notes.values().forEach(each -> all.addAll(each.lines()));
    }
    if (notesOfOthers != null) {
      all.addAll(notesOfOthers.lines());
    }
    return all;
  }

  /** The means of the call. */
  public ItemBudget allowance() {
    return allowance;
  }

  @Override
  public synchronized void fail(ResourceException problem) {
    if (failures == null) {
      failures = new ArrayList<>(1);
    }
    failures.add(requireNonNull(problem));
  }

  @Override
  public synchronized void note(ResourceUri uri, String text) {
    if (notes == null) {
      notes = new LinkedHashMap<>();
    }
    notes.computeIfAbsent(uri, u -> new Notes()).add(Redaction.redactAllIn(text));
  }

  /** Whether snapshots keep their content, or only its size and digest. */
  public boolean keepsContent() {
    return settings.keepContent();
  }

  /** Whether somebody will ask for the digests of texts. */
  public boolean digestsTexts() {
    return settings.digestTexts();
  }

  /** Whether models are shown what has a form made for them as it is. */
  public boolean showsAsIs() {
    return settings.asIs();
  }

  /** What makes Markdown of documents; null if they are shown as they are. */
  public @Nullable DocumentConverter documents() {
    Supplier<DocumentConverter> documents = settings.documents();
    return documents == null ? null : documents.get();
  }

  /** Whether it is worth asking who converts it, for which jars have to be read the first time. */
  public static boolean mayBeDocument(boolean isText, String mimeType) {
    return !isText
        || mimeType.startsWith("text/rtf")
        || mimeType.startsWith("application/")
        || mimeType.startsWith("message/");
  }

  private boolean isConverted(TypeDecision type) {
    DocumentConverter documents = documents();
    return documents != null && documents.converterOf(DocumentConverter.typeOf(type)).isPresent();
  }

  /** Says of what is read whether the user named exactly this. */
  ItemContext named(boolean named) {
    isNamed = named;
    return this;
  }

  /** Lets it know what was read before. */
  ItemContext knowing(@Nullable ReadIndex value) {
    index = value;
    return this;
  }

  /** What is known of a resource that was not read; null if it was. */
  public @Nullable KnownReading known(Resource resource) {
    Reading reading = readingOf(resource);
    return reading == null ? null : reading.known();
  }

  /**
   * Remembers what reading a resource gave, if it surely would give the same again: all of one
   * content, in a version that it has, about which the handler had nothing to say.
   *
   * @param keys what looks like keys in it; null if nobody has looked
   * @param count what a plan says of it; null if nobody has counted
   */
  @SuppressWarnings("ReferenceEquality") // a part of it may be equal by chance
  public void remember(
      Resource resource, @Nullable List<FoundKey> keys, KnownReading.@Nullable Count count) {
    ReadIndex kept = index;
    Reading reading = kept == null ? null : readingOf(resource);
    if (kept == null
        || reading == null
        || reading.version() == null
        || reading.content() != resource.content()
        || resource.formatted() != null
        || !reading.type().chosen().equals(resource.mimeType())
        || !failures().isEmpty()
        || !notesOf(resource.uri()).isEmpty()) {
      return;
    }
    kept.add(
        resource.uri().value(),
        reading.version(),
        new KnownReading(
            reading.content().isText(),
            reading.content().size(),
            reading.content().digest(),
            reading.bytesDigest(),
            reading.type(),
            reading.notes(),
            keys,
            count));
  }

  /** Whether the user named exactly what is read. */
  public boolean isNamed() {
    return isNamed;
  }

  /** Whether a resource is taken as it is, whatever keys its text holds. */
  public boolean mayHoldKeys(ResourceUri uri) {
    Predicate<ResourceUri> mayHoldKeys = settings.mayHoldKeys();
    return mayHoldKeys != null && mayHoldKeys.test(uri);
  }

  /** What counts tokens; null if nobody wants to know. */
  public @Nullable SnapshotCost cost() {
    return settings.cost();
  }

  public RegisteredHandler handler() {
    return handler;
  }

  public ContentReader reader() {
    return reader;
  }

  /**
   * What {@link #read} learned about a resource: from its very content, or from the one content
   * that was read, of which a handler may have kept a part only.
   */
  @SuppressWarnings("ReferenceEquality") // two files may well have equal contents
  public synchronized @Nullable Reading readingOf(Resource resource) {
    for (Reading reading : readings) {
      if (reading.content() == resource.content()) {
        return reading;
      }
    }
    return readings.size() == 1 ? readings.get(0) : null;
  }

  /** What the handler could not give of what it was asked for, in order. */
  public synchronized List<ResourceException> failures() {
    return failures == null ? List.of() : List.copyOf(failures);
  }

  /** What the handler noted about a resource, and what others did about what it is made of. */
  public synchronized List<String> notesOf(ResourceUri uri) {
    Notes noted = notes == null ? null : notes.get(uri);
    List<String> own = noted == null ? List.of() : noted.lines();
    List<String> others = notesOfOthers == null ? List.of() : notesOfOthers.lines();
    if (others.isEmpty()) {
      return own;
    }
    var all = new ArrayList<>(own);
    all.addAll(others);
    return all;
  }

  /**
   * The notes of a handler about one resource: a line for each different text, and no more lines
   * than a prompt can bear, however much there is to say.
   */
  static final class Notes {

    /** How many different texts are kept. */
    static final int MOST = 10;

    private final Map<String, Integer> times = new LinkedHashMap<>(0); // most items have none
    private int left;

    void add(String text) {
      if (times.size() < MOST || times.containsKey(text)) {
        times.merge(text, 1, Integer::sum);
      } else {
        left++;
      }
    }

    /** The texts in the order in which they came first, and how many more there were. */
    List<String> lines() {
      if (times.isEmpty()) {
        return List.of();
      }
      var lines = new ArrayList<String>(times.size() + 1);
      times.forEach((text, count) -> lines.add(count == 1 ? text : text + times(count)));
      if (left > 0) {
        lines.add(String.format(Locale.ROOT, "and %,d more", left));
      }
      return lines;
    }

    private static String times(int count) {
      return String.format(Locale.ROOT, " (%,d times)", count);
    }
  }
}
