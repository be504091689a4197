package dev.attache.core.run;

import dev.attache.core.routing.ReferenceRouter;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.FileOpener;
import dev.attache.resource.spi.Requester;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The way from one call of a handler to the other handlers: what it asks them for, in whose name,
 * and within which limits.
 *
 * <p>What is read for a call counts together against the limit of one resource, and keeps its
 * deadline. Who reads for whom is a chain, in which no address comes twice. Thread-safe.
 */
public final class Delegation {

  /** How many handlers may stand behind one another; nobody needs more. */
  private static final int MAX_DEPTH = 8;

  private final RunSettings settings;
  private final ReferenceRouter router;
  private final RunScopes scopes;
  private final boolean reads;
  private final List<ResourceUri> chain;
  private final AtomicLong total;

  private Delegation(
      RunSettings settings,
      ReferenceRouter router,
      RunScopes scopes,
      boolean reads,
      List<ResourceUri> chain,
      AtomicLong total) {
    this.settings = settings;
    this.router = router;
    this.scopes = scopes;
    this.reads = reads;
    this.chain = chain;
    this.total = total;
  }

  /**
   * Returns the way of a run.
   *
   * @param scopes what each handler keeps for the run
   * @param reads whether other resources may be read, and not only files be opened
   */
  public static Delegation of(
      RunSettings settings, ReferenceRouter router, RunScopes scopes, boolean reads) {
    return new Delegation(settings, router, scopes, reads, List.of(), new AtomicLong());
  }

  /** Returns the way of the call that reads an address. */
  Delegation from(ResourceUri address) {
    return new Delegation(settings, router, scopes, reads, List.of(address), new AtomicLong());
  }

  /** Reads what another handler has; see {@link ItemContext#resolve}. */
  List<Resource> resolve(ResourceUri uri, ItemContext outer) throws ResourceException {
    if (!reads) {
      throw failed(uri, "can be read for another resource only while that is resolved or expanded");
    }
    RegisteredHandler handler = router.handler(uri);
    ResourceUri address = canonical(handler, uri, outer);
    requireNoCircle(address);
    ItemContext context = context(handler, address, outer);
    try {
      List<Resource> read = handler.handler().resolve(address, context);
      var complete = new ArrayList<Resource>(read.size());
      for (Resource resource : read) {
        requireSize(resource);
        complete.add(complete(resource, context));
      }
      outer.take(address, context);
      return complete;
    } catch (ResourceException e) {
      throw e;
    } catch (Exception | Error e) { // a stranger's code, as in a run
      throw handler.failure(uri.value(), e);
    }
  }

  /** Opens a file by the rules of the handler of files; see {@link ItemContext#open}. */
  SeekableByteChannel open(Path path, ItemContext outer) throws ResourceException {
    RegisteredHandler handler =
        settings
            .registry()
            .find(ReferenceRouter.FILE)
            .filter(files -> files.handler() instanceof FileOpener)
            .orElseThrow(
                () ->
                    ResourceException.of(
                        Kind.UNSUPPORTED_SCHEME, path.toString(), "no handler opens files here"));
    return ((FileOpener) handler.handler())
        .open(path, outer.of(handler, scopes.of(handler), settings, outer.requester()));
  }

  /** The canonical form of a URI that a handler names, and the address that others know it by. */
  ResourceUri canonical(RegisteredHandler handler, ResourceUri uri, ItemContext outer)
      throws ResourceException {
    try {
      return handler
          .handler()
          .canonicalize(uri, outer.of(handler, scopes.of(handler), settings, requester(outer)));
    } catch (ResourceException e) {
      throw e;
    } catch (Exception | Error e) {
      throw handler.failure(uri.value(), e);
    }
  }

  /** What a handler names is never the user's own doing. */
  private static Requester requester(ItemContext outer) {
    return outer.requester().orLessTrusted(Requester.WORKSPACE);
  }

  private ItemContext context(RegisteredHandler handler, ResourceUri address, ItemContext outer) {
    RunSettings keeping = settings.keepingContent();
    RunScope scope = scopes.of(handler);
    ItemContext asked = outer.of(handler, scope, keeping, requester(outer));
    Duration limit = settings.timeLimit(handler.timeLimit(address, asked));
    var further = new ArrayList<>(chain);
    further.add(address);
    return new ItemContext(
        keeping,
        handler,
        scope,
        new ContentReader(keeping),
        outer.allowance().within(limit, settings.clock()),
        requester(outer),
        new Delegation(settings, router, scopes, true, List.copyOf(further), total));
  }

  private void requireNoCircle(ResourceUri address) throws ResourceException {
    if (chain.contains(address) || chain.size() >= MAX_DEPTH) {
      String way =
          Stream.concat(chain.stream(), Stream.of(address))
              .map(ResourceUri::redacted)
              .collect(Collectors.joining(" -> "));
      throw failed(
          address,
          (chain.contains(address)
                  ? "is read for itself: "
                  : "is read for another through more than " + MAX_DEPTH + " handlers: ")
              + way);
    }
  }

  private void requireSize(Resource resource) throws ResourceException {
    long size = resource.content().size();
    if (size > settings.maxBytes() || total.addAndGet(size) > settings.maxBytes()) {
      throw ResourceException.of(
          Kind.TOO_LARGE,
          resource.uri().value(),
          "with all that is read for the same resource, "
              + ContentReader.limitExceeded(settings.maxBytes()));
    }
  }

  private static Resource complete(Resource resource, ItemContext context)
      throws ResourceException {
    return resource.mimeType() != null
        ? resource
        : resource.toBuilder().mimeType(context.reader().typeOf(resource).chosen()).build();
  }

  private static ResourceException failed(ResourceUri uri, String message) {
    return ResourceException.of(Kind.FAILED, uri.value(), message);
  }
}
