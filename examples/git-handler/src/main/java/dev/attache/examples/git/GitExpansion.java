package dev.attache.examples.git;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.jspecify.annotations.Nullable;

/** The references of one run, turned into files of revisions, diffs and logs. */
final class GitExpansion {

  private static final int MAX_FILES = 100_000;
  private static final String SECRETS = "it often contains secrets; name it %s to include it";

  private final List<Reference> references;
  private final HandlerContext context;
  private final CandidateSink sink;
  private final Map<Reference, GitUri> places = new HashMap<>();
  private final Map<Reference, ResourceException> problems = new HashMap<>();

  GitExpansion(List<Reference> references, HandlerContext context, CandidateSink sink) {
    this.references = references;
    this.context = context;
    this.sink = sink;
  }

  void run() {
    for (Reference reference : references) {
      try {
        places.put(reference, GitUri.parse(reference.target()));
      } catch (ResourceException e) {
        problems.put(reference, e);
      }
    }
    for (Reference reference : references) {
      GitUri place = places.get(reference);
      ResourceException problem = problems.get(reference);
      if (problem != null) {
        sink.fail(reference, problem);
      } else if (place != null && !reference.exclusion()) {
        expand(reference, place);
      }
    }
  }

  private void expand(Reference reference, GitUri place) {
    if (place.kind() != GitUri.Kind.TREE) {
      offer(
          reference,
          place,
          new Candidate(place.canonical(), place.name(), Candidate.UNKNOWN_SIZE, true, null));
      return;
    }
    try {
      String uri = reference.target();
      OpenRepository repository = OpenRepository.of(context, uri);
      ObjectId revision = repository.resolve(place.revision(), uri);
      SortedMap<ResourceUri, Found> found =
          repository.use(uri, reader -> find(reader, revision, reference, place));
      found.values().forEach(each -> offer(reference, each));
    } catch (ResourceException e) {
      sink.fail(reference, e);
    }
  }

  /** Something that a tree has. */
  private record Found(
      GitUri place, FileMode mode, ObjectId id, long size, boolean isNamedExactly) {}

  private static SortedMap<ResourceUri, Found> find(
      ObjectReader reader, ObjectId revision, Reference reference, GitUri place)
      throws IOException {
    FileAtRevision.TreeEntry entry = FileAtRevision.find(reader, revision, place.path());
    boolean isDirectory = entry != null && entry.mode().equals(FileMode.TREE);
    if (entry == null || (place.path().endsWith("/") && !isDirectory)) {
      throw ResourceException.of(
          Kind.NOT_FOUND,
          reference.target(),
          "there is no such file or directory in " + place.revision());
    }
    var found = new TreeMap<ResourceUri, Found>((a, b) -> a.value().compareTo(b.value()));
    if (!isDirectory) {
      put(found, reader, place, entry, true);
      return found;
    }
    String directory =
        place.path().isEmpty() || place.path().endsWith("/") ? place.path() : place.path() + "/";
    try (var walk = new TreeWalk(reader)) {
      walk.addTree(entry.id());
      walk.setRecursive(true);
      while (walk.next()) {
        var below = new FileAtRevision.TreeEntry(walk.getFileMode(0), walk.getObjectId(0));
        put(found, reader, place.file(directory + walk.getPathString()), below, false);
        if (found.size() > MAX_FILES) {
          throw ResourceException.of(
              Kind.TOO_LARGE, reference.target(), "has more than " + MAX_FILES + " files");
        }
      }
    }
    return found;
  }

  private static void put(
      SortedMap<ResourceUri, Found> found,
      ObjectReader reader,
      GitUri place,
      FileAtRevision.TreeEntry entry,
      boolean isNamedExactly)
      throws IOException {
    long size =
        entry.mode().equals(FileMode.GITLINK)
            ? Candidate.UNKNOWN_SIZE
            : reader.getObjectSize(entry.id(), Constants.OBJ_BLOB);
    found.put(place.canonical(), new Found(place, entry.mode(), entry.id(), size, isNamedExactly));
  }

  private void offer(Reference reference, Found found) {
    GitUri place = found.place();
    boolean isExact = found.isNamedExactly();
    var candidate =
        new Candidate(place.canonical(), place.name(), found.size(), isExact, FileAtRevision::peek);
    boolean isConsent = isExact && reference.requester().isUser();
    if (found.mode().equals(FileMode.GITLINK) && !isExact) {
      String detail = "a submodule, at the commit " + found.id().name();
      sink.skip(reference, candidate, SkipReason.SPECIAL_FILE, detail);
    } else if (found.mode().equals(FileMode.SYMLINK) && !isExact) {
      sink.skip(reference, candidate, SkipReason.SPECIAL_FILE, "a symbolic link");
    } else if (FileAtRevision.isSensitive(place.path()) && !isConsent) {
      String detail = SECRETS.replace("%s", isExact ? "yourself" : "exactly");
      sink.skip(reference, candidate, SkipReason.SENSITIVE, detail);
    } else {
      offer(reference, place, candidate);
    }
  }

  private void offer(Reference reference, GitUri place, Candidate candidate) {
    Reference exclusion = exclusion(reference, place);
    if (exclusion == null) {
      sink.candidate(reference, candidate);
    } else {
      sink.skip(reference, candidate, SkipReason.EXCLUDED, "by " + exclusion.redacted());
    }
  }

  /** The last reference that matches wins: only exclusions after this one count. */
  private @Nullable Reference exclusion(Reference reference, GitUri place) {
    for (Reference other : references) {
      GitUri excluded = places.get(other);
      if (other.exclusion()
          && other.position() > reference.position()
          && excluded != null
          && excluded.covers(place)) {
        return other;
      }
    }
    return null;
  }
}
