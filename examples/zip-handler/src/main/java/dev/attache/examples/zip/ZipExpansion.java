package dev.attache.examples.zip;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/** The references of one run, turned into the files of their archives. */
final class ZipExpansion {

  private final List<Reference> references;
  private final HandlerContext context;
  private final CandidateSink sink;
  private final Map<Reference, ZipUri> places = new HashMap<>();
  private final Map<Reference, ResourceException> problems = new HashMap<>();

  ZipExpansion(List<Reference> references, HandlerContext context, CandidateSink sink) {
    this.references = references;
    this.context = context;
    this.sink = sink;
  }

  void run() {
    for (Reference reference : references) {
      try {
        places.put(reference, ZipUri.parse(reference.target(), context));
      } catch (ResourceException e) {
        problems.put(reference, e);
      }
    }
    for (Reference reference : references) {
      ZipUri place = places.get(reference);
      ResourceException problem = problems.get(reference);
      if (problem != null) {
        sink.fail(reference, problem);
      } else if (place != null && !reference.exclusion()) {
        expand(reference, place);
      }
    }
  }

  private void expand(Reference reference, ZipUri place) {
    try {
      Archive archive = Archive.of(place.archive(), reference.target(), context);
      if (archive.hasDosNames()) {
        sink.note(reference, "names in the archive are not UTF-8, and are read as those of DOS");
      }
      String exact = place.entries().exactName();
      ZipEntry entry = exact == null ? null : archive.find(exact);
      if (entry != null) {
        named(reference, place, entry);
      } else {
        found(reference, place, archive);
      }
    } catch (ResourceException e) {
      sink.fail(reference, e);
    }
  }

  /** Offers what was named exactly; what is wrong with it shows when it is read. */
  private void named(Reference reference, ZipUri place, ZipEntry entry) {
    Candidate candidate = candidate(place, entry, true);
    if (!reference.requester().isUser() && Archive.isSensitive(entry.getName())) {
      String detail = "it often contains secrets; name it yourself to include it";
      sink.skip(reference, candidate, SkipReason.SENSITIVE, detail);
    } else {
      offer(reference, place, candidate, entry.getName());
    }
  }

  private void found(Reference reference, ZipUri place, Archive archive) throws ResourceException {
    boolean hasFile = false;
    for (ZipEntry entry : archive.files()) {
      String name = entry.getName();
      if (!place.entries().matches(name)) {
        continue;
      }
      hasFile = true;
      Candidate candidate = candidate(place, entry, false);
      String problem = archive.problem(name);
      if (problem != null) {
        sink.skip(reference, candidate, SkipReason.UNREADABLE, problem);
      } else if (Archive.isSensitive(name)) {
        String detail = "it often contains secrets; name it exactly to include it";
        sink.skip(reference, candidate, SkipReason.SENSITIVE, detail);
      } else {
        offer(reference, place, candidate, name);
      }
    }
    if (!hasFile) {
      throw ResourceException.of(
          Kind.NOT_FOUND, reference.target(), "there is no such file in the archive");
    }
  }

  private void offer(Reference reference, ZipUri place, Candidate candidate, String name) {
    Reference exclusion = exclusion(reference, place, name);
    if (exclusion == null) {
      sink.candidate(reference, candidate);
    } else {
      sink.skip(reference, candidate, SkipReason.EXCLUDED, "by " + exclusion.redacted());
    }
  }

  /** The last reference that matches wins: only exclusions after this one count. */
  private @Nullable Reference exclusion(Reference reference, ZipUri place, String name) {
    for (Reference other : references) {
      ZipUri excluded = places.get(other);
      if (other.exclusion()
          && other.position() > reference.position()
          && excluded != null
          && excluded.archive().equals(place.archive())
          && excluded.entries().matches(name)) {
        return other;
      }
    }
    return null;
  }

  /** The size is what the archive claims. */
  private Candidate candidate(ZipUri place, ZipEntry entry, boolean isExplicit) {
    long size = entry.getSize() < 0 ? Candidate.UNKNOWN_SIZE : entry.getSize();
    return new Candidate(
        place.entry(entry.getName()),
        place.display(entry.getName(), context),
        size,
        isExplicit,
        ZipHandler::peek);
  }
}
