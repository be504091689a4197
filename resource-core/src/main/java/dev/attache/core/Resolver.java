package dev.attache.core;

import dev.attache.core.convert.DocumentConverter;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.outcome.SnapshotCost;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.KnownAddress;
import dev.attache.core.routing.ReferenceRouter;
import dev.attache.core.routing.References;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.core.run.ContentReader;
import dev.attache.core.run.Deadline;
import dev.attache.core.run.Delegation;
import dev.attache.core.run.ItemBudget;
import dev.attache.core.run.ItemContext;
import dev.attache.core.run.RunHost;
import dev.attache.core.run.RunScopes;
import dev.attache.core.run.RunSettings;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Locality;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.Section;
import dev.attache.resource.spi.UriPolicy;
import dev.attache.support.text.NearestName;
import dev.attache.tokens.TokenEstimator;
import dev.attache.types.TypeDetector;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine: turns references into snapshots with the handlers of a registry.
 *
 * <p>Items are read in parallel and come out in order. One bad item never hides the good ones.
 * Memory is bounded by what is in flight, not by the size of all that is attached. Immutable and
 * thread-safe; every {@link Resolution} is one run of its own.
 *
 * <pre>{@code
 * Resolver resolver = Resolver.builder(HandlerRegistry.load(loader)).workspace(directory).build();
 * try (Resolution resolution = resolver.resolve(List.of("src/", "!target"))) {
 *   for (Outcome outcome : resolution) {
 *     // one of Resolved, Skipped, Failed and Noted
 *   }
 * }
 * }</pre>
 */
public final class Resolver {

  private final RunSettings settings;
  private final ReferenceRouter router;
  private final GuardedListener listener;

  private Resolver(RunSettings settings, GuardedListener listener) {
    this.settings = settings;
    this.listener = listener;
    this.router = new ReferenceRouter(settings.registry(), settings.workspace());
  }

  /**
   * Starts a resolver that uses these handlers.
   *
   * @param registry which handlers there are, by scheme
   * @return a builder with the defaults that its methods name
   */
  public static Builder builder(HandlerRegistry registry) {
    return new Builder(registry);
  }

  /**
   * {@return the same resolver, whose handlers ask a policy about each place, besides the one that
   * they were given as a service}
   *
   * @param policy an answer for each place that a handler is led to, such as by a redirect
   */
  public Resolver asking(UriPolicy policy) {
    return new Resolver(settings.asking(policy), listener);
  }

  /**
   * Starts to read all that the references cover. The references form one ordered list in which the
   * last one that matches wins.
   *
   * @param references what to read, for whom; exclusions among them
   * @return the run, which the caller closes
   */
  public Resolution resolve(References references) {
    return Resolution.start(settings, router, references, SnapshotReader.INSTANCE, listener);
  }

  /**
   * Does the same for what the user asks for.
   *
   * @param references as a user writes them: paths, patterns, URLs, exclusions
   * @return the run, which the caller closes
   */
  public Resolution resolve(List<String> references) {
    return resolve(References.of(references));
  }

  /**
   * Starts to list what {@link #resolve} would attach. Contents are read only where that has no
   * effect, and not beyond the first bytes unless tokens are {@linkplain Builder#countTokens
   * counted}.
   *
   * @param references what to list, for whom; exclusions among them
   * @return the run, which the caller closes; its outcomes are plans, and what can be skipped or
   *     fail without reading
   */
  public Resolution plan(References references) {
    return Resolution.start(
        settings, router, references, PeekReader.INSTANCE, ResolverListener.NONE);
  }

  /**
   * Does the same for what the user asks for.
   *
   * @param references as a user writes them: paths, patterns, URLs, exclusions
   * @return the run, which the caller closes
   */
  public Resolution plan(List<String> references) {
    return plan(References.of(references));
  }

  /**
   * Starts to read what was read before, each address alone: no pattern or directory is looked
   * through. The outcomes of an address are those of a reference at its place in the list. A single
   * file of this machine is read by the thread that calls, and before this returns.
   *
   * @param known canonical addresses, each with the reference that led to it and who asked
   * @return the run, which the caller closes
   */
  public Resolution reread(List<KnownAddress> known) {
    RunSettings ofItems = settings.forItems(known.size());
    References references = References.ofKnown(known);
    boolean isFile = known.size() == 1 && locality(known.get(0).address()) == Locality.LOCAL;
    return isFile
        ? Resolution.readHere(ofItems, router, references, SnapshotReader.INSTANCE, listener)
        : Resolution.start(ofItems, router, references, SnapshotReader.INSTANCE, listener);
  }

  /**
   * {@return an upload with the form for models that a file of its type has: the Markdown of a
   * document or of the cells of a notebook, with notes of what was lost, or why there is none} The
   * content stays what it is, and so does every snapshot that is no upload or has a form.
   *
   * @param given a snapshot of any kind
   */
  public Snapshot withForm(Snapshot given) {
    return !given.isUpload() || given.resource().formatted() != null || settings.asIs()
        ? given
        : UploadForm.of(given, settings);
  }

  /**
   * {@return what is wrong with the configuration of handlers, a line each: sections of schemes
   * that no handler has, keys that theirs does not know, and values that it refuses before it
   * reads}
   */
  public List<String> configurationProblems() {
    var problems = new ArrayList<String>();
    Set<String> schemes = settings.registry().schemes();
    try (var scopes = new RunScopes()) {
      for (String scheme : new TreeSet<>(settings.configuration().keySet())) {
        RegisteredHandler handler = settings.registry().find(scheme).orElse(null);
        if (handler != null) {
          problems.addAll(handler.problems(scheme, context(handler, scopes)));
          continue;
        }
        String meant = NearestName.of(scheme, schemes);
        problems.add(
            "configuration of "
                + scheme
                + ": no handler has that scheme"
                + (meant == null ? "" : "; did you mean " + meant + "?"));
      }
    }
    return problems;
  }

  /** {@return why the listener failed last, for people; null if it never has} */
  public @Nullable String listenerProblem() {
    return listener.problem();
  }

  /**
   * {@return whether there is a handler that reads what has such a canonical URI}
   *
   * @param uri a canonical URI, by whose scheme alone this is decided
   */
  public boolean reads(ResourceUri uri) {
    return settings.registry().find(uri.scheme()).isPresent();
  }

  /**
   * Says of each snapshot whether its source may have changed since, without reading any: {@code
   * UNKNOWN} where there is no handler for it any more, or the handler fails at saying it.
   *
   * @param known what was read before, by this resolver or another
   * @return as many answers, in the same order
   */
  public List<Freshness> freshness(List<Snapshot> known) {
    try (var scopes = new RunScopes()) {
      return known.stream().map(snapshot -> freshness(snapshot, scopes)).toList();
    }
  }

  /**
   * {@return where the source of a canonical URI is; unknown where there is no handler for it any
   * more}
   *
   * @param uri a canonical URI; nothing is read
   */
  public Locality locality(ResourceUri uri) {
    return settings
        .registry()
        .find(uri.scheme())
        .map(handler -> handler.locality(uri))
        .orElse(Locality.UNKNOWN);
  }

  /** {@return the real path of the directory that relative references start from} */
  public Path directory() {
    return settings.workspace();
  }

  /** {@return that path as a text, as it stands in histories} */
  public String workspace() {
    return settings.workspace().toString();
  }

  /**
   * {@return the canonical URI of a URI or a path; a pattern is taken as a path}
   *
   * @param reference a path, relative to the workspace if it is relative, or a URI
   * @throws ResourceException if there is none: {@code INVALID_URI}, {@code UNSUPPORTED_SCHEME},
   *     {@code DENIED}, or {@code FAILED} when the handler is broken
   */
  public ResourceUri canonicalize(String reference) throws ResourceException {
    return canonical(router.route(reference), router.toUri(reference), reference);
  }

  /**
   * {@return the canonical URI of what a program calls a URI, whatever files there are: {@code x:y}
   * is none of a file} What has no scheme is a path.
   *
   * @param uri what a program calls a URI, in any form that its handler knows
   * @throws ResourceException as {@link #canonicalize}
   */
  public ResourceUri canonicalizeUri(String uri) throws ResourceException {
    ResourceUri parsed = ResourceUri.parse(uri).orElse(null);
    return parsed == null || router.isNamed(uri)
        ? canonicalize(uri)
        : canonical(router.handler(parsed), parsed, uri);
  }

  private ResourceUri canonical(RegisteredHandler handler, ResourceUri uri, String reference)
      throws ResourceException {
    try (var scopes = new RunScopes()) {
      return handler.handler().canonicalize(uri, context(handler, scopes));
    } catch (ResourceException e) {
      throw e;
    } catch (Exception | Error e) { // as in a run: one broken handler ends nothing else
      throw handler.failure(reference, e);
    }
  }

  private Freshness freshness(Snapshot snapshot, RunScopes scopes) {
    try {
      RegisteredHandler handler = router.handler(snapshot.address());
      Freshness answer =
          handler
              .handler()
              .freshness(
                  snapshot.address(),
                  snapshot.resource(),
                  snapshot.capturedAt(),
                  context(handler, scopes));
      return answer == null ? Freshness.UNKNOWN : answer;
    } catch (Exception | Error e) { // what is wrong with it shows when it reads
      return Freshness.UNKNOWN;
    }
  }

  private HandlerContext context(RegisteredHandler handler, RunScopes scopes) {
    return new ItemContext(
        settings,
        handler,
        scopes.of(handler),
        new ContentReader(settings),
        ItemBudget.within(settings.timeLimit(null)),
        Requester.USER,
        Delegation.of(settings, router, scopes, false));
  }

  /** The directory, and the schemes that it reads. */
  @Override
  public String toString() {
    return "Resolver["
        + settings.workspace()
        + ", "
        + String.join(", ", settings.registry().schemes())
        + "]";
  }

  /** A resolver in the making. Not thread-safe. */
  public static final class Builder {

    /** The default of {@link #maxBytes}: 10 MiB. */
    public static final long DEFAULT_MAX_BYTES = 10L << 20;

    /** How long an item may take about which nobody says anything: 30 seconds. */
    public static final Duration DEFAULT_TIMEOUT = RunSettings.DEFAULT_TIMEOUT;

    private final HandlerRegistry registry;
    private Path workspace = Path.of("");
    private final List<Path> roots = new ArrayList<>();
    private @Nullable Integer jobs;
    private long maxBytes = DEFAULT_MAX_BYTES;
    private long maxTotalBytes = Long.MAX_VALUE;
    private @Nullable Duration timeout;
    private @Nullable Duration deadline;
    private boolean keepContent = true;
    private boolean digestTexts = true;
    private boolean asIs;
    private boolean offline;
    private @Nullable Predicate<ResourceUri> mayHoldKeys;
    private @Nullable SnapshotCost cost;
    private @Nullable Supplier<DocumentConverter> documents;
    private final Map<String, Section> configuration = new LinkedHashMap<>();
    private final Map<Class<?>, Object> services = new LinkedHashMap<>();
    private long memoryBudget = RunSettings.memoryBudget(Runtime.getRuntime().maxMemory());
    private LongSupplier clock = Deadline.CLOCK;
    private @Nullable Executor executor;
    private Clock time = RunHost.STANDARD.clock();
    private TypeDetector types = RunHost.STANDARD.types();
    private ResolverListener listener = ResolverListener.NONE;
    private @Nullable Path indexes;

    private Builder(HandlerRegistry registry) {
      this.registry = registry;
    }

    /**
     * Sets the directory that relative references start from; the current one by default.
     *
     * @param value a directory that is there
     * @return this builder
     */
    public Builder workspace(Path value) {
      workspace = value;
      return this;
    }

    /**
     * Allows files under one more directory.
     *
     * @param value a directory, besides the workspace
     * @return this builder
     */
    public Builder addRoot(Path value) {
      roots.add(value);
      return this;
    }

    /**
     * Sets how many items are read at once; by default twice the number of processors, or more
     * where handlers wait for others ({@link
     * dev.attache.resource.spi.ResourceHandler#parallelism}).
     *
     * @param value at least 1
     * @return this builder
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder jobs(int value) {
      if (value < 1) {
        throw new IllegalArgumentException("jobs (" + value + ") must be at least 1");
      }
      jobs = value;
      return this;
    }

    /**
     * Sets how many bytes one item may have; {@link #DEFAULT_MAX_BYTES} by default.
     *
     * @param value a number of decoded bytes; 0 lets only empty items through
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxBytes(long value) {
      if (value < 0) {
        throw new IllegalArgumentException("max bytes (" + value + ") must not be negative");
      }
      maxBytes = value;
      return this;
    }

    /**
     * Sets how many bytes all items together may have; unlimited by default.
     *
     * @param value a number of decoded bytes
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public Builder maxTotalBytes(long value) {
      if (value < 0) {
        throw new IllegalArgumentException("max total bytes (" + value + ") must not be negative");
      }
      maxTotalBytes = value;
      return this;
    }

    /**
     * Sets how long one item may take; by default as long as its handler says ({@link
     * dev.attache.resource.spi.ResourceHandler#timeLimit}), or else {@link #DEFAULT_TIMEOUT}.
     *
     * @param value one limit for all handlers, whatever they say
     * @return this builder
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder timeout(Duration value) {
      timeout = requirePositive("timeout", value);
      return this;
    }

    /**
     * Sets how long a whole run may take; unlimited by default.
     *
     * @param value counted from the start of the run; null for no limit
     * @return this builder
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder deadline(@Nullable Duration value) {
      deadline = value == null ? null : requirePositive("deadline", value);
      return this;
    }

    /**
     * Sets whether snapshots keep their content; without it only size and digest are kept, and
     * large binary content is never held in memory.
     *
     * @param value true unless it is set
     * @return this builder
     */
    public Builder keepContent(boolean value) {
      keepContent = value;
      return this;
    }

    /**
     * Sets whether the digests of texts are computed as they are read, by the threads of the run;
     * otherwise each is computed by whoever asks for it first, and never if nobody does.
     *
     * @param value true unless it is set
     * @return this builder
     */
    public Builder digestTexts(boolean value) {
      digestTexts = value;
      return this;
    }

    /**
     * Sets what makes Markdown of documents for models; nothing by default, and they are only named
     * where a model cannot be given them. It stays the caller's to close.
     *
     * @param value asked for it when the first document comes, and each time again; thread-safe
     * @return this builder
     */
    public Builder documents(Supplier<DocumentConverter> value) {
      documents = value;
      return this;
    }

    /**
     * Sets whether models are shown notebooks as the JSON that they are, instead of their cells as
     * Markdown, and other documents not as Markdown.
     *
     * @param value false unless it is set
     * @return this builder
     */
    public Builder showAsIs(boolean value) {
      asIs = value;
      return this;
    }

    /**
     * Sets the configuration section of the handler that owns {@code scheme}.
     *
     * @param scheme a scheme in lower case, without its colon
     * @param section keys and values as a configuration has them, unchecked
     * @return this builder
     */
    public Builder configuration(String scheme, Map<String, Object> section) {
      return configuration(scheme, Section.of(section));
    }

    /**
     * Sets the configuration section of the handler that owns {@code scheme}.
     *
     * @param scheme a scheme in lower case, without its colon
     * @param section the section, which may know the places of its keys
     * @return this builder
     */
    public Builder configuration(String scheme, Section section) {
      configuration.put(scheme, section);
      return this;
    }

    /**
     * Sets whether handlers are to ask nobody over a network.
     *
     * @param value false unless it is set
     * @return this builder
     */
    public Builder offline(boolean value) {
      offline = value;
      return this;
    }

    /**
     * Sets which resources are taken as they are, although their texts may hold keys; none by
     * default: what the user named is noted then, and all else is left out.
     *
     * @param where whether keys in the text of a resource are nobody's business
     * @return this builder
     */
    public Builder allowSecrets(Predicate<ResourceUri> where) {
      mayHoldKeys = where;
      return this;
    }

    /**
     * Has plans say how many tokens items cost. For that they are read, where reading has no
     * effect, so that a plan knows all that reading shows: the keys in texts, too.
     *
     * @param value the cost of an item in the form in which it will be sent
     * @return this builder
     */
    public Builder countTokens(SnapshotCost value) {
      cost = value;
      return this;
    }

    /**
     * Has plans say how many tokens the texts of items have by themselves, the form made for models
     * where there is one; bytes that are no text cost none.
     *
     * @param estimator what counts the tokens of a text
     * @return this builder
     */
    public Builder countTokens(TokenEstimator estimator) {
      return countTokens(snapshot -> tokens(snapshot.resource(), estimator));
    }

    private static long tokens(Resource resource, TokenEstimator estimator) throws IOException {
      if (resource.formatted() != null) {
        return estimator.count(resource.formatted());
      } else if (!resource.content().isText()) {
        return 0;
      }
      try (InputStream in = resource.content().open()) {
        byte[] utf8 = in.readAllBytes();
        return estimator.count(utf8, utf8.length);
      }
    }

    /**
     * Hands an object down to handlers, which ask for it by its type.
     *
     * @param <T> the type, usually an interface that a handler or an application declares
     * @param type what handlers ask for
     * @param service thread-safe; there is one of a type, and the last one counts
     * @return this builder
     */
    public <T> Builder service(Class<T> type, T service) {
      services.put(type, service);
      return this;
    }

    /**
     * Sets what runs the threads of a run, such as {@code
     * Executors.newVirtualThreadPerTaskExecutor()}; by default each run has threads of its own. It
     * stays the caller's to close. A pool that is too small for all runs at once is no harm: what
     * it has not begun after a quarter of a second, and the run cannot go on without, gets a thread
     * of its own.
     *
     * @param value what starts a thread, or takes one, for each task
     * @return this builder
     */
    public Builder executor(Executor value) {
      executor = value;
      return this;
    }

    /**
     * Sets the clock that says when something was read; that of the machine by default.
     *
     * @param value the zone does not matter
     * @return this builder
     */
    public Builder clock(Clock value) {
      time = value;
      return this;
    }

    /**
     * Sets the rules for MIME types; {@link TypeDetector#standard} by default.
     *
     * @param value rules of the application's own
     * @return this builder
     */
    public Builder types(TypeDetector value) {
      types = value;
      return this;
    }

    /**
     * Sets who hears of what becomes of items; nobody by default.
     *
     * @param value thread-safe; there is one, and the last one counts
     * @return this builder
     */
    public Builder listener(ResolverListener value) {
      listener = value;
      return this;
    }

    /**
     * Sets the directory in which is kept what reading a file gave, without its content, so that
     * plans that count tokens and runs without contents need not read it again until it changes;
     * none by default. It is made if it is missing. Several programs may use it at once.
     *
     * @param directory one of the user's own; null for none
     * @return this builder
     */
    public Builder index(@Nullable Path directory) {
      indexes = directory;
      return this;
    }

    /** Sets how many bytes of content may wait in memory. */
    Builder memoryBudget(long value) {
      memoryBudget = value;
      return this;
    }

    /** Sets what the time limits of its runs are measured by, in nanoseconds. */
    Builder clock(LongSupplier value) {
      clock = value;
      return this;
    }

    private static Path realDirectory(Path path) throws IOException {
      Path real = path.toRealPath();
      if (!Files.isDirectory(real)) {
        throw new NotDirectoryException(path.toString());
      }
      return real;
    }

    private static Duration requirePositive(String name, Duration value) {
      if (value.isNegative() || value.isZero()) {
        throw new IllegalArgumentException(name + " (" + value + ") must be positive");
      }
      return value;
    }

    /**
     * {@return the resolver}
     *
     * @throws IOException if the workspace or a root is no directory that can be read
     */
    public Resolver build() throws IOException {
      Path realWorkspace = realDirectory(workspace);
      var realRoots = new ArrayList<Path>();
      realRoots.add(realWorkspace);
      for (Path root : roots) {
        realRoots.add(realDirectory(root));
      }
      return new Resolver(
          new RunSettings(
              registry,
              realWorkspace,
              List.copyOf(realRoots),
              jobs,
              maxBytes,
              maxTotalBytes,
              timeout,
              deadline,
              keepContent,
              digestTexts,
              asIs,
              offline,
              mayHoldKeys,
              cost,
              asIs ? null : documents,
              Map.copyOf(configuration),
              Map.copyOf(services),
              memoryBudget,
              clock,
              new RunHost(executor, time, types, indexes)),
          new GuardedListener(listener));
    }
  }
}
