package dev.attache.core.run;

import static java.util.Objects.requireNonNull;

import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
  private final List<Reading> readings = new ArrayList<>(1);
  private @Nullable Map<ResourceUri, Notes> notes;
  private @Nullable List<ResourceException> failures;

  public ItemContext(
      RunSettings settings,
      RegisteredHandler handler,
      RunScope scope,
      ContentReader reader,
      ItemBudget allowance,
      Requester requester) {
    this.settings = settings;
    this.handler = handler;
    this.scope = scope;
    this.reader = reader;
    this.allowance = allowance;
    this.requester = requester;
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
  public Map<String, Object> configuration() {
    for (String scheme : handler.schemes()) {
      Map<String, Object> section = settings.configuration().get(scheme);
      if (section != null) {
        return section;
      }
    }
    return Map.of();
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
    Reading reading = reader.read(uri, in, hints, allowance);
    synchronized (this) {
      readings.add(reading);
    }
    Resource.Builder resource =
        Resource.builder(uri, reading.content()).mimeType(reading.type().chosen());
    ContentDigest bytes = reading.bytesDigest();
    return bytes == null ? resource : resource.meta(BYTES_DIGEST, bytes.toString());
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

  /** What the handler noted about a resource. */
  public synchronized List<String> notesOf(ResourceUri uri) {
    Notes noted = notes == null ? null : notes.get(uri);
    return noted == null ? List.of() : noted.lines();
  }

  /**
   * The notes of a handler about one resource: a line for each different text, and no more lines
   * than a prompt can bear, however much there is to say.
   */
  static final class Notes {

    /** How many different texts are kept. */
    static final int MOST = 10;

    private final Map<String, Integer> times = new LinkedHashMap<>();
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
