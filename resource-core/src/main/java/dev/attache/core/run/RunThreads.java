package dev.attache.core.run;

import dev.attache.core.index.ReadIndex;
import dev.attache.core.outcome.FailureRule;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.ReferenceRouter;
import dev.attache.core.routing.References;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.core.run.ItemReader.Question;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Stored;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.SkipReason;
import dev.attache.resource.spi.VersionedCandidate;
import dev.attache.types.TypeDetector;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one run: one that expands the references and reads in the end, and readers as
 * there is something for them, so many in all as there are jobs. A single address that was read
 * before needs no reader, and no thread at all if it is a file.
 *
 * <p>They are those of the program's executor, or else daemons of the run's own. All are done when
 * the run is closed, unless a handler ignores interruption.
 */
public final class RunThreads implements AutoCloseable {

  /** How many slots may be in flight for each reader: enough to outlast a slow neighbour. */
  private static final int SLOTS_PER_READER = 64;

  /** How long closing waits for handlers that were interrupted. */
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How long to wait for a thread of a pool that has none to spare. */
  private static final long BUSY_POOL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final RunSettings settings;
  private final ItemReader itemReader;
  private final InFlightQueue window;
  private final Deadline deadline;
  private final RunScopes scopes = new RunScopes();
  private final Delegation delegation;
  private final List<RunTask> tasks = new ArrayList<>();
  private final List<RunTask> needed = new ArrayList<>(); // those that nothing moves without
  private final boolean isOneAddress;
  private final @Nullable ReadIndex index;
  private int readers; // touched by the thread that expands only
  private int mostReaders;

  private RunThreads(
      RunSettings settings,
      ReferenceRouter router,
      References references,
      ItemReader itemReader,
      InFlightQueue window) {
    this.settings = settings;
    this.isOneAddress = references.isOneAddress();
    this.mostReaders = settings.jobsFor(0);
    this.itemReader = itemReader;
    this.window = window;
    this.index = index(settings, itemReader);
    this.delegation = Delegation.of(settings, router, scopes, true);
    this.deadline =
        settings.deadline() == null
            ? Deadline.never(settings.clock())
            : Deadline.after(settings.deadline(), settings.clock());
  }

  /** The index of what the reader asks for; null if there can be none. */
  private static @Nullable ReadIndex index(RunSettings settings, ItemReader reader) {
    Path indexes = settings.host().indexes();
    TypeDetector types = settings.host().types();
    Question question =
        indexes == null || types.hasFurtherRules() ? null : reader.question(settings);
    return indexes == null || question == null
        ? null
        : new ReadIndex(
            indexes,
            settings.workspace() + "\n" + question.name(),
            question.counts(),
            List.of(RunThreads.class, Resource.class, question.code()),
            Clock.systemUTC());
  }

  public static int slots(RunSettings settings) {
    return SLOTS_PER_READER * settings.jobsFor(0);
  }

  public static RunThreads start(
      RunSettings settings,
      ReferenceRouter router,
      References references,
      ItemReader itemReader,
      InFlightQueue window) {
    var threads = new RunThreads(settings, router, references, itemReader, window);
    threads.startNeeded("attache-expand", () -> threads.expandAndRead(router, references));
    return threads;
  }

  /**
   * Reads a single address on the thread that asks, and returns when that is done: no other thread
   * would be quicker, and what is asked for its locality can be trusted with it.
   */
  public static RunThreads readHere(
      RunSettings settings,
      ReferenceRouter router,
      References references,
      ItemReader itemReader,
      InFlightQueue window) {
    var threads = new RunThreads(settings, router, references, itemReader, window);
    threads.expand(router, references);
    threads.readAll(false);
    return threads;
  }

  public Deadline deadline() {
    return deadline;
  }

  /** Starts one more reader, in place of one that may never come back. */
  public void replaceReader() {
    var task = new RunTask("attache-read-again", this::readAll);
    add(task);
    task.startThread(); // one of the executor may stay with the other for ever
  }

  /**
   * Gives threads of their own to what the run cannot go on without, where the executor has not
   * begun it by now: else runs that share a pool could wait for each other for ever.
   */
  public void startWhatWaits() {
    if (settings.host().executor() != null) {
      copy(needed).forEach(RunTask::startThread);
    }
  }

  /**
   * {@return how long to wait, in nanoseconds, before {@link #startWhatWaits} is called for what
   * the executor has not begun; not more than {@code most}}
   */
  public long patience(long most) {
    boolean isBusy =
        settings.host().executor() instanceof ThreadPoolExecutor pool
            && !pool.getQueue().isEmpty()
            && copy(needed).stream().anyMatch(RunTask::isWaiting);
    return isBusy ? Math.min(most, BUSY_POOL_NANOS) : most;
  }

  /** Interrupts all, waits briefly, and closes what the handlers kept for the run. */
  @Override
  public void close() {
    List<RunTask> all = copy(tasks);
    for (RunTask task : all) {
      task.cancel();
    }
    long end = System.nanoTime() + CLOSE_NANOS;
    for (RunTask task : all) {
      task.join(end - System.nanoTime());
    }
    scopes.close();
    if (index != null) {
      index.save();
    }
  }

  private List<RunTask> copy(List<RunTask> some) {
    synchronized (tasks) {
      return List.copyOf(some);
    }
  }

  private void add(RunTask task) {
    synchronized (tasks) {
      tasks.add(task);
    }
  }

  /** Starts what the run cannot go on without. */
  private RunTask startNeeded(String name, Runnable work) {
    var task = new RunTask(name, work);
    synchronized (tasks) {
      needed.add(task);
    }
    return started(task);
  }

  private RunTask started(RunTask task) {
    add(task);
    task.start(settings.host().executor());
    return task;
  }

  /** Starts a reader if there is something for one more. */
  private void startReader() {
    if (readers < mostReaders && window.lacksReaders()) {
      String name = "attache-read-" + readers;
      if (readers++ == 0) {
        startNeeded(name, this::readAll);
      } else {
        started(new RunTask(name, this::readAll));
      }
    }
  }

  /** Allows as many readers more as the handlers that have references can use. */
  private void allowMoreReaders(Set<RegisteredHandler> handlers, ContentReader reader) {
    int wanted = 0;
    for (RegisteredHandler handler : handlers) {
      wanted =
          Math.max(
              wanted, handler.parallelism(context(handler, reader, unlimited(), Requester.MODEL)));
    }
    mostReaders = settings.jobsFor(wanted);
  }

  private void expand(ReferenceRouter router, References references) {
    var duplicates = new Duplicates(references.entries().size() > 1);
    var reader = new ContentReader(settings);
    try {
      var expansion =
          new Expansion(
              router,
              references.entries(),
              (handler, requester) -> context(handler, reader, unlimited(), requester),
              this::startNeeded);
      allowMoreReaders(expansion.handlers(), reader);
      expansion.run(slot -> append(duplicates.check(slot), reader));
    } catch (RunEndedException e) {
      // The run was closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception | Error e) {
      window.append(cutShort(references.texts(), e)); // a run never ends early without saying so
    } finally {
      window.end();
    }
  }

  private void append(PendingItem slot, ContentReader reader) {
    VersionedCandidate versioned = slot.versioned;
    if (versioned != null && index != null) {
      slot.outcomes = recall(slot, versioned, index, reader);
    }
    slot.versioned = null;
    window.append(slot);
    if (!isOneAddress) { // which the thread that expands reads itself, at once
      startReader();
    }
  }

  /**
   * Makes of what is known what reading would give, on the thread that expands: it costs less than
   * to wake a reader. Null if it has to be read.
   */
  private @Nullable List<Outcome> recall(
      PendingItem slot, VersionedCandidate versioned, ReadIndex known, ContentReader reader) {
    Candidate candidate = slot.candidate;
    RegisteredHandler handler = slot.handler;
    if (candidate == null
        || handler == null
        || candidate.explicit()
        || candidate.size() > settings.maxBytes()) {
      return null;
    }
    ReadIndex.Found found = known.find(candidate.uri().value());
    if (found == null) {
      return null;
    }
    ItemContext context =
        context(handler, reader, unlimited(), slot.reference.requester())
            .named(slot.isNamed)
            .knowing(known);
    try {
      Resource resource = context.recall(candidate.uri(), found, versioned);
      return resource == null
          ? null
          : itemReader.outcomes(slot.reference, candidate, resource, context);
    } catch (Exception | Error e) { // a stranger's code, perhaps
      return null; // reading it will say what is wrong
    }
  }

  private void expandAndRead(ReferenceRouter router, References references) {
    expand(router, references);
    if (readers < mostReaders) {
      readAll();
    }
  }

  private static PendingItem cutShort(List<String> references, Throwable cause) {
    String first = references.isEmpty() ? "" : references.get(0);
    String message = "the references could not be expanded to the end: " + cause;
    return PendingItem.done(
        new Outcome.Failed(
            Reference.literal(0, first),
            null,
            ResourceException.of(Kind.FAILED, first, message, cause)));
  }

  private void readAll() {
    readAll(true);
  }

  /**
   * Reads until there is nothing more to read.
   *
   * @param isOwn whether the thread is the run's, so that nobody else interrupts it
   */
  private void readAll(boolean isOwn) {
    var reader = new ContentReader(settings);
    for (PendingItem slot = window.claim(); slot != null; slot = window.claim()) {
      long begun = settings.clock().getAsLong();
      List<Outcome> outcomes = read(slot, reader);
      slot.tookNanos = settings.clock().getAsLong() - begun;
      if (!window.complete(slot, outcomes, weight(outcomes))) {
        return; // given up meanwhile: another thread reads in place of this one
      }
      if (isOwn) {
        Thread.interrupted(); // a handler may leave the flag behind: it is not meant for the next
      }
    }
  }

  private List<Outcome> read(PendingItem slot, ContentReader reader) {
    Candidate candidate = Objects.requireNonNull(slot.candidate);
    RegisteredHandler handler = Objects.requireNonNull(slot.handler);
    String uri = candidate.uri().value();
    Requester requester = slot.reference.requester();
    Duration limit = timeLimit(handler, candidate.uri(), reader, requester);
    window.limit(slot, Deadline.nanos(limit));
    var allowance =
        new ItemBudget(
            limit, Deadline.after(limit, settings.clock()).orEarlier(deadline), window.room(slot));
    try {
      return itemReader.read(
          slot.reference,
          candidate,
          context(handler, reader, allowance, requester, delegation.from(candidate.uri()))
              .named(slot.isNamed)
              .knowing(candidate.explicit() ? null : index));
    } catch (ResourceException e) {
      return List.of(FailureRule.of(slot.reference, candidate, e));
    } catch (OutOfMemoryError e) {
      return List.of(
          new Outcome.Failed(
              slot.reference,
              candidate,
              ResourceException.of(Kind.FAILED, uri, "does not fit into memory", e)));
    } catch (Exception | Error e) {
      // Undeclared exceptions too, which handlers in Kotlin or Scala may throw: whatever it is, it
      // must neither end this thread nor let the item disappear.
      return List.of(new Outcome.Failed(slot.reference, candidate, handler.failure(uri, e)));
    }
  }

  private Duration timeLimit(
      RegisteredHandler handler, ResourceUri uri, ContentReader reader, Requester requester) {
    Duration usual = settings.timeLimit(null);
    return settings.timeout() != null
        ? usual
        : settings.timeLimit(
            handler.timeLimit(uri, context(handler, reader, ItemBudget.within(usual), requester)));
  }

  /** The allowance of what may take until the run has to end. */
  private ItemBudget unlimited() {
    return new ItemBudget(settings.timeLimit(null), deadline, null);
  }

  private ItemContext context(
      RegisteredHandler handler, ContentReader reader, ItemBudget allowance, Requester requester) {
    return context(handler, reader, allowance, requester, delegation);
  }

  private ItemContext context(
      RegisteredHandler handler,
      ContentReader reader,
      ItemBudget allowance,
      Requester requester,
      Delegation way) {
    return new ItemContext(
        settings, handler, scopes.of(handler), reader, allowance, requester, way);
  }

  /** The bytes that waiting outcomes keep in memory. */
  private static long weight(List<Outcome> outcomes) {
    long weight = 0;
    for (Outcome outcome : outcomes) {
      if (outcome instanceof Outcome.Resolved resolved) {
        Resource resource = resolved.snapshot().resource();
        ResourceContent content = resource.content();
        String formatted = resource.formatted();
        weight += content instanceof Stored ? 0 : content.size();
        weight += formatted == null ? 0 : formatted.length();
      }
    }
    return weight;
  }

  /**
   * The memory of what has been named already: the same resource is attached once, at its first
   * place.
   *
   * <p>One reference names nothing twice, by the contract of {@link
   * dev.attache.resource.spi.CandidateSink}, so a run of a single reference has nothing to
   * remember, and one over a million files costs no more memory than one over ten.
   *
   * <p>What a handler has offered of another one's is not what was named: it comes after whoever
   * names it, and does not take the place of one who does so later, and who may have more of it.
   */
  private static final class Duplicates {

    private final @Nullable Map<ResourceUri, Reference> firstNamedBy;
    private final Map<ResourceUri, Reference> firstOfferedBy = new HashMap<>(0);

    Duplicates(boolean severalReferences) {
      this.firstNamedBy = severalReferences ? new HashMap<>() : null;
    }

    /** Returns the slot, or one that says that its resource was named before. */
    PendingItem check(PendingItem slot) {
      Candidate candidate = slot.candidate;
      if (candidate == null || (firstNamedBy == null && !slot.isForeign)) {
        return slot;
      }
      ResourceUri uri = candidate.uri();
      Reference first = firstNamedBy == null ? null : firstNamedBy.get(uri);
      if (first == null && slot.isForeign) {
        first = firstOfferedBy.putIfAbsent(uri, slot.reference);
      } else if (first == null && firstNamedBy != null) {
        firstNamedBy.put(uri, slot.reference);
      }
      if (first == null) {
        return slot;
      }
      String detail = "named before by " + first.redacted();
      return PendingItem.done(
          new Outcome.Skipped(slot.reference, candidate, SkipReason.DUPLICATE, detail));
    }
  }
}
