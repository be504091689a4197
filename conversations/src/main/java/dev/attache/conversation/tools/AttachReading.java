package dev.attache.conversation.tools;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.KnownAddress;
import dev.attache.core.routing.References;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of reading something that a model wants to attach: the snapshots there, or what went
 * wrong. Immutable.
 */
final class AttachReading {

  /** What an {@code http} handler says of where the content came from in the end. */
  private static final String FINAL_URL = "dev.attache/finalUrl";

  /** What people may write as a URL; browsers, and so our parser, take much that is none. */
  private static final Pattern WEB = Pattern.compile("^\\s*(?i:https?):");

  /** What a model has to write, so that nothing is meant but what is read (RFC 9110, 4.2). */
  private static final Pattern URL =
      Pattern.compile("(?i:https?)://[A-Za-z0-9\\[][!-~&&[^\\\\<>\"{}|^`]]*");

  private final @Nullable ResourceUri address;
  private final List<Snapshot> snapshots;
  private final @Nullable ToolProblem problem;

  private AttachReading(
      @Nullable ResourceUri address, List<Snapshot> snapshots, @Nullable ToolProblem problem) {
    this.address = address;
    this.snapshots = List.copyOf(snapshots);
    this.problem = problem;
  }

  /** What went wrong; null if nothing did. */
  @Nullable ToolProblem problem() {
    return problem;
  }

  /** By what they were read, if nothing went wrong. */
  ResourceUri address() {
    return Objects.requireNonNull(address);
  }

  List<Snapshot> snapshots() {
    return snapshots;
  }

  static AttachReading failed(ToolProblem problem) {
    return new AttachReading(null, List.of(), problem);
  }

  /**
   * Reads one resource with the rights of a model.
   *
   * @param exclusions what the user has left out, which a model cannot take back
   */
  static AttachReading of(
      String named, Resolver resolver, AttachPolicy policy, List<Reference> exclusions) {
    String shown = ToolProblem.shown(named);
    if (WEB.matcher(named).find() && !URL.matcher(named).matches()) {
      return failed(
          ToolProblem.of(
              "invalid-arguments",
              shown
                  + " is not a valid URL; write https://host/path, without spaces or"
                  + " backslashes."));
    }
    ResourceUri address;
    try {
      address = resolver.canonicalize(named);
    } catch (ResourceException e) {
      return failed(ToolProblem.ofAttaching(e, shown));
    }
    String refusal = policy.refusal(address);
    if (refusal != null) {
      return failed(ToolProblem.of("denied", refusal).with(policy.remedy(address)));
    }
    Rereading reading;
    try {
      String excluded = exclusions.isEmpty() ? null : excluded(address, resolver, exclusions);
      if (excluded != null) {
        return failed(
            ToolProblem.of("denied", shown + " may not be attached: left out " + excluded + "."));
      }
      reading = read(resolver, address);
    } catch (CancellationException e) {
      return failed(ToolProblem.interrupted());
    }
    if (reading.problem() != null || reading.snapshots().isEmpty()) {
      return failed(absence(named, address, reading));
    }
    ToolProblem strayed = strayed(address, reading.snapshots(), policy);
    return strayed == null
        ? new AttachReading(address, reading.snapshots(), null)
        : failed(strayed);
  }

  /** By what it is left out; null if it is not. */
  private static @Nullable String excluded(
      ResourceUri address, Resolver resolver, List<Reference> exclusions) {
    References references =
        References.of(List.of()).and(Requester.MODEL, List.of(address.value())).and(exclusions);
    try (Resolution plan = resolver.plan(references)) {
      for (Outcome outcome : plan) {
        if (outcome instanceof Outcome.Skipped skipped
            && skipped.reason() == SkipReason.EXCLUDED
            && skipped.candidate().uri().equals(address)) {
          return skipped.detail();
        }
      }
      return null;
    }
  }

  private static Rereading read(Resolver resolver, ResourceUri address) {
    var known = new KnownAddress(address, address.value(), Requester.MODEL);
    var readings = new ArrayList<Rereading>(1);
    Rereading.of(resolver, List.of(known), (rereading, index) -> readings.add(rereading));
    return readings.get(0);
  }

  private static ToolProblem absence(String named, ResourceUri address, Rereading reading) {
    ResourceException problem = reading.problem();
    if (problem == null) {
      problem = ResourceException.of(Kind.NOT_FOUND, address.value(), "there is nothing");
    }
    boolean isFile = address.scheme().equals("file");
    String several = isFile ? several(named, problem) : null;
    return several == null
        ? ToolProblem.ofAttaching(problem, ToolProblem.shown(isFile ? named : address.value()))
        : ToolProblem.of(
            "invalid-arguments",
            ToolProblem.shown(named)
                + several
                + AttachResourceTool.NAME
                + " takes one resource: give the path or the URI of a single file.");
  }

  /** What that names more than one file by; null if it does not. */
  private static @Nullable String several(String named, ResourceException problem) {
    if (problem.kind() == Kind.NOT_FOUND) {
      return named.startsWith("!")
          ? " is an exclusion, not a file. "
          : isPattern(named) ? " is a pattern, not a file. " : null;
    }
    return problem.kind() == Kind.FAILED && problem.message().startsWith("is a directory")
        ? " is a directory. "
        : null;
  }

  private static boolean isPattern(String named) {
    return named.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }

  /**
   * What is wrong with where a server has sent us; null if nothing is. A handler that was given the
   * policy has not gone there; this is for one that was not, or does not ask.
   */
  private static @Nullable ToolProblem strayed(
      ResourceUri address, List<Snapshot> snapshots, AttachPolicy policy) {
    if (!address.scheme().equals("http") && !address.scheme().equals("https")) {
      return null;
    }
    for (Snapshot snapshot : snapshots) {
      Object last = snapshot.resource().meta().get(FINAL_URL);
      ResourceUri end =
          last instanceof String text ? ResourceUri.parse(text).orElse(null) : address;
      String refusal = end == null ? "" : policy.refusal(end);
      if (refusal != null) {
        return ToolProblem.of(
                "denied",
                ToolProblem.shown(address.value())
                    + " may not be attached by a model: it redirects to another host. "
                    + refusal)
            .with(end == null ? null : policy.remedy(end));
      }
    }
    return null;
  }
}
