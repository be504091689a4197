package dev.attache.examples.git;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The handler of {@code git:} URIs: what the repository of the workspace keeps.
 *
 * <ul>
 *   <li>{@code git:HEAD~3:src/Main.java}: a file at a revision, byte for byte
 *   <li>{@code git:v1.0:src/}, {@code git:v1.0:}: all files of a directory, of the whole tree
 *   <li>{@code git:HEAD~3..HEAD}, {@code git:main...topic}: the changes between two revisions, or
 *       since the second left the first, as a unified diff
 *   <li>{@code git:log}, {@code git:log:main}, {@code git:log:v1.0..HEAD}: a log
 * </ul>
 *
 * <p>No program is started: no hook, no filter, no {@code textconv}, no external diff and no
 * credential helper, whatever the repository's configuration says. So it needs no trust where
 * {@code cmd:git} does. Nothing is written, and no environment variable and no configuration but
 * the repository's own counts.
 *
 * <p>Configuration: {@code log_commits} (default 100) is how many commits a log has at the most.
 *
 * <p>Thread-safe.
 */
public final class GitHandler implements ResourceHandler {

  /** Creates the handler; done by the engine. */
  public GitHandler() {}

  @Override
  public Set<String> schemes() {
    return Set.of("git");
  }

  /**
   * A revision keeps the name that the user gave it, which may name another commit tomorrow: that
   * the resource has changed then is what refreshing is for.
   */
  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    return GitUri.parse(uri.value()).canonical();
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
    new GitExpansion(references, context, sink).run();
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    GitUri place = GitUri.parse(uri.value());
    OpenRepository repository = OpenRepository.of(context, uri.value());
    return List.of(
        place.kind() == GitUri.Kind.TREE
            ? new FileAtRevision(uri, place, repository).read(context)
            : new HistoryText(uri, place, repository, context).read());
  }

  /** What full commit IDs name never changes, unless it is gone. */
  @Override
  public Freshness freshness(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    try {
      GitUri place = GitUri.parse(uri.value());
      boolean isFixed =
          place.kind() != GitUri.Kind.LOG
              && place.hasFullIdsOnly()
              && FileAtRevision.mayRead(place.path(), context.requester());
      if (isFixed && OpenRepository.of(context, uri.value()).has(place.revisions())) {
        return Freshness.UNCHANGED;
      }
    } catch (ResourceException e) {
      return Freshness.UNCERTAIN; // why it cannot be read shows when it is
    }
    return Freshness.UNCERTAIN;
  }
}
