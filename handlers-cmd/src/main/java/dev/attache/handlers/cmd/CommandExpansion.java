package dev.attache.handlers.cmd;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The expansion of references to commands: each names one, and a later exclusion that names the
 * same takes it away. Nothing is run.
 *
 * <p>A command that several ask for is offered as asked for by the most trusted of them.
 */
final class CommandExpansion {

  private final Preparation preparation;
  private final HandlerContext context;
  private final Map<ResourceUri, Reference> lastExclusion = new HashMap<>();
  private final Map<ResourceUri, Reference> mostTrusted = new HashMap<>();

  CommandExpansion(Preparation preparation, HandlerContext context) {
    this.preparation = preparation;
    this.context = context;
  }

  void expand(List<Reference> references, CandidateSink sink) {
    var readings = new ArrayList<Reading>();
    for (Reference reference : references) {
      Reading reading = read(reference);
      readings.add(reading);
      if (reading.command != null) {
        note(reference, reading.command.canonical());
      }
    }
    for (Reading reading : readings) {
      if (reading.problem != null) {
        sink.fail(reading.reference, reading.problem);
      } else if (reading.command != null && !reading.reference.exclusion()) {
        offer(reading.reference, reading.command, sink);
      }
    }
  }

  private void note(Reference reference, ResourceUri uri) {
    if (reference.exclusion()) {
      lastExclusion.put(uri, reference);
      mostTrusted.remove(uri); // what is excluded counts for nothing
    } else {
      mostTrusted.merge(
          uri, reference, (a, b) -> b.requester().compareTo(a.requester()) < 0 ? b : a);
    }
  }

  private void offer(Reference reference, CommandUri command, CandidateSink sink) {
    for (String warning : command.warnings()) {
      sink.note(reference, warning);
    }
    ResourceUri uri = command.canonical();
    Candidate candidate;
    try {
      candidate = Candidate.printedBy(preparation.invocation(command), uri);
    } catch (ResourceException e) {
      sink.fail(reference, e);
      return;
    }
    Reference exclusion = lastExclusion.get(uri);
    Reference trusted = mostTrusted.getOrDefault(uri, reference);
    if (exclusion != null && exclusion.position() > reference.position()) {
      sink.skip(reference, candidate, SkipReason.EXCLUDED, "by " + exclusion.redacted());
    } else if (trusted.requester().compareTo(reference.requester()) < 0) {
      sink.skip(reference, candidate, SkipReason.DUPLICATE, "named, too, by " + trusted.redacted());
    } else {
      NamedCommands.of(context).add(command);
      sink.candidate(reference, candidate);
    }
  }

  private Reading read(Reference reference) {
    try {
      CommandUri command = CommandUri.parse(reference.target(), context.workspace());
      return new Reading(reference, command, null);
    } catch (ResourceException e) {
      return new Reading(reference, null, e);
    }
  }

  /** What a reference spells: a command, or a problem to report at its place. */
  private record Reading(
      Reference reference, @Nullable CommandUri command, @Nullable ResourceException problem) {}
}
