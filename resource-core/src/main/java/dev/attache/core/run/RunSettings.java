package dev.attache.core.run;

import dev.attache.core.convert.DocumentConverter;
import dev.attache.core.outcome.SnapshotCost;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Section;
import dev.attache.resource.spi.UriPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a {@code Resolver} was built with; null is what is left to the handlers.
 * Immutable.
 *
 * @param memoryBudget the bytes of content that may wait in memory; one item more may, whatever its
 *     size
 * @param digestTexts whether digests of texts are computed where they are read
 * @param asIs whether models are shown notebooks as they are
 * @param mayHoldKeys whose texts are taken as they are, whatever keys they hold; null for none
 * @param cost what counts the tokens that items of a plan cost; null if nobody wants to know
 * @param documents what makes Markdown of documents; null if they are shown as they are
 * @param clock what all time limits of a run are measured by, in nanoseconds
 * @param host what the program gives that resolves
 */
public record RunSettings(
    HandlerRegistry registry,
    Path workspace,
    List<Path> roots,
    @Nullable Integer jobs,
    long maxBytes,
    long maxTotalBytes,
    @Nullable Duration timeout,
    @Nullable Duration deadline,
    boolean keepContent,
    boolean digestTexts,
    boolean asIs,
    boolean offline,
    @Nullable Predicate<ResourceUri> mayHoldKeys,
    @Nullable SnapshotCost cost,
    @Nullable Supplier<DocumentConverter> documents,
    Map<String, Section> configuration,
    Map<Class<?>, Object> services,
    long memoryBudget,
    LongSupplier clock,
    RunHost host) {

  /** How long one item may take where nobody says. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  private static final int JOBS_PER_PROCESSOR = 2;

  /** More threads than this are a mistake, whatever a handler asks for. */
  private static final int MAX_JOBS = 1024;

  /** How long one item may take, where its handler would like {@code wanted}. */
  public Duration timeLimit(@Nullable Duration wanted) {
    if (timeout != null) {
      return timeout;
    }
    return wanted == null ? DEFAULT_TIMEOUT : wanted;
  }

  /** Whether a content of a type becomes Markdown, for which it has to be kept. */
  boolean converts(String mimeType) {
    return documents != null && documents.get().converterOf(mimeType).isPresent();
  }

  /** How many items are read at once, where some handler would like {@code wanted}. */
  int jobsFor(int wanted) {
    if (jobs != null) {
      return jobs;
    }
    int own = JOBS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
    return Math.min(Math.max(own, wanted), MAX_JOBS);
  }

  /** The same for a run of so many items: with no more readers than there are items. */
  public RunSettings forItems(int items) {
    return items >= jobsFor(0) ? this : with(Math.max(1, items), keepContent, services);
  }

  /** The same for what is read to be looked at, whatever becomes of it. */
  RunSettings keepingContent() {
    return keepContent ? this : with(jobs, true, services);
  }

  /** The same with a policy that is asked about each place, besides the one that there is. */
  public RunSettings asking(UriPolicy policy) {
    UriPolicy before = (UriPolicy) services.get(UriPolicy.class);
    Map<Class<?>, Object> then = new HashMap<>(services);
    then.put(UriPolicy.class, before == null ? policy : both(before, policy));
    return with(jobs, keepContent, Map.copyOf(then));
  }

  private static UriPolicy both(UriPolicy first, UriPolicy second) {
    return (uri, requester) -> {
      String refusal = first.refusal(uri, requester);
      return refusal == null ? second.refusal(uri, requester) : refusal;
    };
  }

  private RunSettings with(
      @Nullable Integer jobsThen, boolean isContentKept, Map<Class<?>, Object> servicesThen) {
    return new RunSettings(
        registry,
        workspace,
        roots,
        jobsThen,
        maxBytes,
        maxTotalBytes,
        timeout,
        deadline,
        isContentKept,
        digestTexts,
        asIs,
        offline,
        mayHoldKeys,
        cost,
        documents,
        configuration,
        servicesThen,
        memoryBudget,
        clock,
        host);
  }

  /** The usual {@link #memoryBudget} of a JVM that may use so many bytes in all. */
  public static long memoryBudget(long maxMemory) {
    return Math.min(maxMemory / 8, 64L << 20);
  }
}
