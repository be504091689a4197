package dev.attache.handlers.file;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.FileOpener;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Locality;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The handler of {@code file:} URIs and of references without a scheme: files, directories and
 * globs.
 *
 * <p>References: a path, a directory (all below it), a glob ({@code *}, {@code **}, {@code ?},
 * {@code [a-z]}, {@code {a,b}}, {@code \} to escape), each with an optional {@code !} that
 * excludes, and {@code #L10-200} behind a file for some of its lines. Ignore rules are git's, and
 * {@code .attacheignore}, {@code .ignore}, {@code .aiexclude} and others have the same syntax.
 * Files are reached from the workspace or another allowed root without following links.
 *
 * <p>Configuration: {@code ignore} (default true) applies ignore rules; {@code hidden} (default
 * false) includes names that begin with a dot and are not tracked by git. Neither opens anything to
 * a model, which gets no file that is ignored or hidden, or often holds secrets, and no
 * conversation.
 *
 * <p>Thread-safe.
 */
public final class FileHandler implements ResourceHandler, FileOpener {

  private final Map<String, String> environment;

  /** Creates the handler; done by the engine. */
  public FileHandler() {
    this(System.getenv());
  }

  /** Creates the handler of a user with this environment, in which git's settings are found. */
  FileHandler(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Set<String> schemes() {
    return Set.of("file");
  }

  @Override
  public Set<String> settings() {
    return WalkOptions.KEYS;
  }

  @Override
  public Locality locality(ResourceUri uri) {
    return Locality.LOCAL;
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    FileLocation location = FileLocation.ofUri(uri, context);
    location.offerIfTyped(uri, context);
    return location.uri();
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    new FileExpansion(
            references, context, sink, rights(context), FileExpansion.FEW, FileExpansion.MOST_HELD)
        .run();
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    return List.of(FileReader.of(uri, context).read(rights(context)));
  }

  @Override
  public SeekableByteChannel open(Path path, HandlerContext context) throws ResourceException {
    Path absolute = context.workspace().resolve(path).normalize();
    ResourceUri uri = new FileLocation(absolute, null).uri();
    return FileReader.of(uri, context).openForOthers(rights(context));
  }

  private FileRights rights(HandlerContext context) {
    return new FileRights(context, environment);
  }

  /** By size and times, without a look into the file. */
  @Override
  public Freshness freshness(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    return FileReader.isUnchanged(uri, known, readAt, context)
        ? Freshness.UNCHANGED
        : Freshness.UNCERTAIN;
  }
}
