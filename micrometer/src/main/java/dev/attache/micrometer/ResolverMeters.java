package dev.attache.micrometer;

import dev.attache.core.ResolverListener;
import dev.attache.core.outcome.Outcome;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Candidate;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a resolver:
 *
 * <ul>
 *   <li>{@code attache.resolver.items}, a timer of what was read: {@code result} is {@code
 *       resolved}, {@code skipped} or {@code failed}, {@code reason} why it was skipped or failed,
 *       or {@code none}, {@code scheme} the scheme of its URI, or {@code none}
 *   <li>{@code attache.resolver.bytes}, a summary of the bytes of what was resolved, by {@code
 *       scheme}
 *   <li>{@code attache.resolver.runs}, a timer of whole runs
 * </ul>
 *
 * Thread-safe.
 *
 * <pre>{@code
 * Attache.builder(workspace).reading(reading -> reading.listener(ResolverMeters.in(meters))).build();
 * }</pre>
 */
public final class ResolverMeters implements ResolverListener {

  static final String ITEMS = "attache.resolver.items";
  static final String BYTES = "attache.resolver.bytes";
  static final String RUNS = "attache.resolver.runs";

  private static final String NONE = "none";

  private final MeterRegistry meters;

  private ResolverMeters(MeterRegistry meters) {
    this.meters = meters;
  }

  /**
   * {@return the listener that feeds a registry}
   *
   * @param meters where the meters are registered, each when it first counts something
   */
  public static ResolverMeters in(MeterRegistry meters) {
    return new ResolverMeters(meters);
  }

  @Override
  public void resolved(Outcome.Resolved outcome, Duration took) {
    ResourceContent content = outcome.snapshot().resource().content();
    String scheme = outcome.snapshot().address().scheme();
    item("resolved", NONE, scheme, took);
    meters.summary(BYTES, "scheme", scheme).record((double) content.size());
  }

  @Override
  public void skipped(Outcome.Skipped outcome, Duration took) {
    item("skipped", outcome.reason().toString(), scheme(outcome.candidate()), took);
  }

  @Override
  public void failed(Outcome.Failed outcome, Duration took) {
    Kind kind = outcome.problem().kind();
    String scheme = // one that nobody reads can be any word, and a registry keeps each
        kind == Kind.UNSUPPORTED_SCHEME ? NONE : scheme(outcome.candidate());
    item("failed", kind.name().toLowerCase(Locale.ROOT).replace('_', '-'), scheme, took);
  }

  @Override
  public void ended(Duration took) {
    meters.timer(RUNS).record(took);
  }

  private static String scheme(@Nullable Candidate candidate) {
    return candidate == null ? NONE : candidate.uri().scheme();
  }

  private void item(String result, String reason, String scheme, Duration took) {
    meters.timer(ITEMS, "result", result, "reason", reason, "scheme", scheme).record(took);
  }
}
