package dev.attache.cli.run;

import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files that a run writes itself. They are never part of what it attaches: a result that holds
 * the one before grows with every run.
 *
 * @param file the file that the result will be, if it goes to one
 * @param temporary the file that it is until then
 */
public record OutputFileExclusion(@Nullable ResourceUri file, @Nullable ResourceUri temporary) {

  static OutputFileExclusion of(ResultOutput result, Streams streams, Resolver resolver) {
    Path file = result.file() != null ? result.file() : streams.outFile();
    return new OutputFileExclusion(
        uri(resolver, text(file)), uri(resolver, text(result.temporary())));
  }

  /**
   * Refuses to write over a file that is asked for by name.
   *
   * @param output the file as the user wrote it
   */
  public void requireOther(String output, List<String> references, Resolver resolver)
      throws UsageException {
    for (String reference : references) {
      ResourceUri uri = uri(resolver, reference);
      if (uri != null && uri.equals(file)) {
        throw new UsageException(
            "--output (" + output + ") is also a reference; write to another file");
      }
    }
  }

  /** Whether the outcome is about one of these files. */
  public boolean is(Outcome outcome) {
    ResourceUri uri = uri(outcome);
    return uri != null && (uri.equals(file) || uri.equals(temporary));
  }

  /** Says so, unless it is the file that users know nothing of. */
  public void report(Outcome outcome, Report report) {
    ResourceUri uri = uri(outcome);
    if (uri != null && uri.equals(file)) {
      report.leftOut(uri.value(), "the result is written to it");
    }
  }

  private static @Nullable ResourceUri uri(Outcome outcome) {
    if (outcome instanceof Outcome.Resolved resolved) {
      return resolved.snapshot().resource().uri();
    }
    Candidate candidate = candidate(outcome);
    return candidate == null ? null : candidate.uri();
  }

  private static @Nullable Candidate candidate(Outcome outcome) {
    if (outcome instanceof Outcome.Planned planned) {
      return planned.candidate();
    } else if (outcome instanceof Outcome.Skipped skipped) {
      return skipped.candidate();
    }
    return outcome instanceof Outcome.Failed failed ? failed.candidate() : null;
  }

  private static @Nullable String text(@Nullable Path file) {
    return file == null ? null : file.toString();
  }

  private static @Nullable ResourceUri uri(Resolver resolver, @Nullable String reference) {
    try {
      return reference == null ? null : resolver.canonicalize(reference);
    } catch (ResourceException e) {
      return null; // what has no URI is not this file
    }
  }
}
