package dev.attache.examples.zip;

import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The handler of {@code zip:} URIs: the entries of zip archives and of jars.
 *
 * <p>References: {@code zip:docs/a.zip} is all files in the archive, {@code zip:docs/a.zip!/guide/}
 * a directory of it, {@code zip:docs/a.zip!/guide/index.md} one file, {@code zip:a.jar!/**}{@code
 * /*.MF} a pattern ({@code *}, {@code **}, {@code ?}), each with an optional {@code !} that
 * excludes. Archives lie in the workspace or another allowed root; archives within archives are
 * files like any other, and not looked into.
 *
 * <p>Thread-safe.
 */
public final class ZipHandler implements ResourceHandler {

  /** Creates the handler; done by the engine. */
  public ZipHandler() {}

  @Override
  public Set<String> schemes() {
    return Set.of("zip");
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    return ZipUri.parse(uri.value(), context).canonical();
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
    new ZipExpansion(references, context, sink).run();
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    ZipUri place = ZipUri.parse(uri.value(), context);
    Archive archive = Archive.of(place.archive(), uri.value(), context);
    String name = entryName(place, uri);
    Archive.requireAllowed(name, uri.value(), context.requester());
    try (InputStream in = archive.open(name, uri.value())) {
      return List.of(
          context
              .read(uri, in, ContentHints.ofFileName(name))
              .name(place.display(name, context))
              .annotations(Annotations.lastModified(archive.stamp().modified()))
              .build());
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw ArchiveStamp.failure(uri.value(), e);
    }
  }

  /** By the times of the archive: while it is as it was, so are all its entries. */
  @Override
  public Freshness freshness(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    try {
      ZipUri place = ZipUri.parse(uri.value(), context);
      ArchiveStamp stamp = ArchiveStamp.require(place.archive(), uri.value(), context);
      Archive.requireAllowed(entryName(place, uri), uri.value(), context.requester());
      return stamp.isUnchanged(known.annotations(), readAt)
          ? Freshness.UNCHANGED
          : Freshness.UNCERTAIN;
    } catch (ResourceException e) {
      return Freshness.UNCERTAIN;
    }
  }

  /** Opens an entry for a look at its first bytes. */
  static InputStream peek(ResourceUri uri, HandlerContext context) throws IOException {
    ZipUri place = ZipUri.parse(uri.value(), context);
    Archive archive = Archive.of(place.archive(), uri.value(), context);
    return archive.open(entryName(place, uri), uri.value());
  }

  private static String entryName(ZipUri place, ResourceUri uri) throws ResourceException {
    String name = place.entries().exactName();
    if (name == null) {
      throw ResourceException.of(
          Kind.FAILED, uri.value(), "names no single entry, and so has no content of its own");
    }
    return name;
  }
}
