package dev.attache.core.convert;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.PartSelector;
import dev.attache.support.convert.ConversionRequest;
import dev.attache.support.text.SizeText;
import dev.attache.types.MimeType;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way in for documents: whoever has one gets its Markdown, or a reason why there is none.
 *
 * <p>Conversion happens in processes of their own, several at once, which are started when the
 * first document comes, kept for the next ones, and ended when they have had nothing to do for a
 * while, or when this is closed; when the application ends in any way, they end too. What fails
 * there costs the one document. Thread-safe.
 */
public final class DocumentConverter implements AutoCloseable {

  /** A worker may retire at the very moment at which it is asked; several do not in a row. */
  private static final int TRIES = 3;

  private final ConverterCatalog catalog;
  private final WorkerCommand command;
  private final int workers;
  private final @Nullable ConversionCache cache;
  private final ConversionOptions options;
  private final PdfForm pdf;
  private @Nullable WorkerPool pool; // not before there is something to convert
  private boolean isClosed;

  private DocumentConverter(Builder builder) {
    this.catalog = ConverterCatalog.read(builder.converters);
    this.command =
        new WorkerCommand(
            builder.classPath, builder.heapBytes, builder.idle, builder.archive, builder.temporary);
    this.workers = builder.workers;
    this.cache =
        builder.cache == null ? null : new ConversionCache(builder.cache, builder.cacheBytes);
    this.options = builder.options;
    this.pdf = builder.pdf;
  }

  /** {@return a builder of one with no converters yet} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@return the type that documents are converted by: without parameters, in lower case}
   *
   * @param type how the type of a content was decided
   */
  public static String typeOf(TypeDecision type) {
    return MimeType.parseHeader(type.chosen()).map(MimeType::essence).orElse(type.chosen());
  }

  /**
   * {@return who would convert documents of a type}
   *
   * @param mimeType without parameters, in lower case
   */
  public Optional<ConverterEntry> converterOf(String mimeType) {
    return Optional.ofNullable(catalog.find(mimeType));
  }

  /** {@return all converters that are listed} */
  public Set<ConverterEntry> converters() {
    return catalog.entries();
  }

  /** {@return the options with which documents are converted where nobody says otherwise} */
  public ConversionOptions options() {
    return options;
  }

  /** {@return the form in which models are given PDF documents} */
  public PdfForm pdf() {
    return pdf;
  }

  /**
   * {@return the Markdown of a document; what was converted before with the same options, by the
   * same version of its converter, is not converted again, nor what could not be and never will}
   *
   * @param content its bytes
   * @param mimeType its type without parameters, in lower case
   * @param name the name of its file, or null
   * @param wanted what may be spent on it, and which part of it is wanted
   * @throws ConversionException if there is none
   * @throws IOException if the content cannot be read
   * @throws InterruptedException if the thread was interrupted; the process is ended then
   */
  public Conversion convert(
      ResourceContent content, String mimeType, @Nullable String name, ConversionOptions wanted)
      throws ConversionException, IOException, InterruptedException {
    ConverterEntry converter = catalog.find(mimeType);
    if (converter == null) {
      throw new ConversionException(Reason.UNSUPPORTED, "no converter takes " + mimeType);
    } else if (content.size() > wanted.limits().bytes()) {
      throw new ConversionException(
          Reason.TOO_LARGE,
          "it is larger than the limit of " + SizeText.of(wanted.limits().bytes()));
    } else if (cache == null || wanted.selector() instanceof PartSelector.PageImages) {
      // How many pages are drawn is a matter of time, too: another day there may be more.
      return convert(content, mimeType, name, converter, wanted);
    }
    String key = ConversionCache.key(content.digest(), mimeType, converter, wanted);
    Conversion kept = cache.find(key);
    if (kept != null) {
      return kept;
    }
    try {
      Conversion made = convert(content, mimeType, name, converter, wanted);
      cache.keep(key, made);
      return made;
    } catch (ConversionException e) {
      cache.keep(key, e);
      throw e;
    }
  }

  private Conversion convert(
      ResourceContent content,
      String mimeType,
      @Nullable String name,
      ConverterEntry converter,
      ConversionOptions wanted)
      throws ConversionException, IOException, InterruptedException {
    var request = new ConversionRequest(converter.name(), mimeType, name, content.size(), wanted);
    WorkerPool its = pool();
    for (int i = 0; i < TRIES; i++) {
      Worker worker = worker(its);
      try {
        return worker.convert(request, content, its.clock());
      } catch (Worker.RetiredException e) {
        // The next one is new.
      } finally {
        its.giveBack(worker);
      }
    }
    throw new ConversionException(Reason.CRASHED, "its process ended before it began");
  }

  private synchronized WorkerPool pool() {
    WorkerPool its = pool;
    if (its == null) {
      its = new WorkerPool(command, workers);
      pool = its;
      if (isClosed) {
        its.close();
      }
    }
    return its;
  }

  private static Worker worker(WorkerPool pool) throws ConversionException, InterruptedException {
    try {
      return pool.take();
    } catch (IOException e) {
      throw new ConversionException(
          Reason.CRASHED, "the process for it cannot be started: " + e.getMessage(), e);
    }
  }

  /** Ends all processes, and all that they have started; what is being converted fails. */
  @Override
  public void close() {
    WorkerPool its;
    synchronized (this) {
      isClosed = true;
      its = pool;
    }
    if (its != null) {
      its.close();
    }
  }

  /** A converter of documents in the making. Not thread-safe. */
  public static final class Builder {

    private static final long DEFAULT_HEAP = 512L << 20;
    private static final long DEFAULT_CACHE = 256L << 20;
    private static final int MOST_WORKERS = 4;
    private static final String OWN = "attache-";

    private final List<Path> converters = new ArrayList<>();
    private final List<Path> classPath = new ArrayList<>();
    private int workers = Math.min(MOST_WORKERS, Runtime.getRuntime().availableProcessors());
    private long heapBytes = DEFAULT_HEAP;
    private Duration idle = Duration.ofMinutes(5);
    private @Nullable Path archive;
    private Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    private @Nullable Path cache;
    private long cacheBytes = DEFAULT_CACHE;
    private ConversionOptions options = ConversionOptions.DEFAULT;
    private PdfForm pdf = PdfForm.DOCUMENT;

    private Builder() {}

    /**
     * Adds a jar or a directory that lists converters ({@link
     * dev.attache.resource.convert.ContentConverter#LIST}).
     *
     * @param value where it is; what it needs besides is {@linkplain #addLibrary added} on its own
     * @return this builder
     */
    public Builder addConverters(Path value) {
      converters.add(value);
      classPath.add(value);
      return this;
    }

    /**
     * Adds the converters that are on a class path: the whole of it is theirs then. Adds nothing if
     * there are none.
     *
     * @param loader what finds their lists
     * @return this builder
     */
    public Builder addClassPath(ClassLoader loader) {
      List<Path> found = ClassPathPlaces.of(loader);
      for (Path each : found) {
        addConverters(each);
      }
      if (!found.isEmpty()) {
        ClassPathPlaces.all().forEach(this::addLibrary);
      }
      return this;
    }

    /**
     * Adds the jars of a directory: those whose names begin with {@code attache-} may list
     * converters, and the others are what they need. Adds nothing if there is no such directory.
     *
     * @param directory where they lie
     * @return this builder
     */
    public Builder addDirectory(Path directory) {
      for (Path jar : ClassPathPlaces.jarsIn(directory)) {
        if (String.valueOf(jar.getFileName()).startsWith(OWN)) {
          addConverters(jar);
        } else {
          addLibrary(jar);
        }
      }
      return this;
    }

    /**
     * Adds a jar or a directory that converters need.
     *
     * @param value where it is
     * @return this builder
     */
    public Builder addLibrary(Path value) {
      classPath.add(value);
      return this;
    }

    /**
     * Sets how many documents are converted at once; as many as there are processors by default,
     * but not more than 4.
     *
     * @param value at least 1
     * @return this builder
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder workers(int value) {
      if (value < 1) {
        throw new IllegalArgumentException("workers (" + value + ") must be at least 1");
      }
      workers = value;
      return this;
    }

    /**
     * Sets how many bytes the heap of a process may have; 512 MiB by default.
     *
     * @param value at least 16 MiB
     * @return this builder
     * @throws IllegalArgumentException if it is less than Java can start with
     */
    public Builder heapBytes(long value) {
      if (value < 16L << 20) {
        throw new IllegalArgumentException("heap bytes (" + value + ") must be at least 16 MiB");
      }
      heapBytes = value;
      return this;
    }

    /**
     * Sets how long a process waits for the next document; 5 minutes by default.
     *
     * @param value at least a second
     * @return this builder
     * @throws IllegalArgumentException if it is shorter
     */
    public Builder idle(Duration value) {
      if (value.toSeconds() < 1) {
        throw new IllegalArgumentException("idle (" + value + ") must be at least a second");
      }
      idle = value;
      return this;
    }

    /**
     * Sets the archive of class data with which processes start faster; none by default.
     *
     * @param value where it is; one that is missing or does not fit is passed over
     * @return this builder
     */
    public Builder archive(@Nullable Path value) {
      archive = value;
      return this;
    }

    /** Sets where processes have their directories. */
    Builder temporary(Path value) {
      temporary = value;
      return this;
    }

    /**
     * Sets where conversions are kept; nowhere by default.
     *
     * @param directory of the user's own, which is made if it is missing; null for nowhere
     * @param maxBytes what is beyond them is deleted, the oldest first; positive
     * @return this builder
     */
    public Builder cache(@Nullable Path directory, long maxBytes) {
      cache = directory;
      cacheBytes = maxBytes;
      return this;
    }

    /**
     * Sets where conversions are kept, at most 256 MiB of them.
     *
     * @param directory of the user's own, which is made if it is missing; null for nowhere
     * @return this builder
     */
    public Builder cache(@Nullable Path directory) {
      return cache(directory, DEFAULT_CACHE);
    }

    /**
     * Sets the options of documents about which nobody says anything.
     *
     * @param value {@link ConversionOptions#DEFAULT} unless it is set
     * @return this builder
     */
    public Builder options(ConversionOptions value) {
      options = value;
      return this;
    }

    /**
     * Sets the form in which models are given PDF documents; {@link PdfForm#DOCUMENT} by default.
     *
     * @param value one of the three
     * @return this builder
     */
    public Builder pdf(PdfForm value) {
      pdf = value;
      return this;
    }

    /** {@return the converter, which has started nothing yet} */
    public DocumentConverter build() {
      return new DocumentConverter(this);
    }
  }
}
