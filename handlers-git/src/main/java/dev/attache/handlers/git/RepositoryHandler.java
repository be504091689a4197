package dev.attache.handlers.git;

import dev.attache.handlers.git.address.AddressException;
import dev.attache.handlers.git.address.TreeAddress;
import dev.attache.handlers.git.copy.Caller;
import dev.attache.handlers.git.copy.CopySettings;
import dev.attache.handlers.git.copy.Repositories;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Locality;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The handler of files in repositories of git: {@code github:owner/name/path@ref}, the same for
 * {@code gitlab}, {@code codeberg} and {@code bitbucket}, {@code
 * git+https://host/path.git//path@ref}, {@code git+http} and {@code git+file}; and of the pages
 * that show them, {@code https://github.com/owner/name/tree/ref/path}.
 *
 * <p>A repository, a directory and a pattern name the files that are tracked. git copies of a
 * commit the trees and, when they are read, the files, into the cache of the user; nothing is
 * checked out, and no settings, hooks and filters of anybody run. Only public addresses are
 * connected to, unless the configuration allows more.
 *
 * <p>Configuration: {@code allow} (hosts, addresses and networks to open), {@code proxy}, {@code
 * timeout} (seconds, 120), {@code cache-size} (bytes, 1 GiB) and {@code hidden}.
 *
 * <p>Thread-safe.
 */
public final class RepositoryHandler implements ResourceHandler {

  private final Map<String, String> environment;

  /** Creates the handler; done by the engine. */
  public RepositoryHandler() {
    this(System.getenv());
  }

  /** Creates the handler in another environment. */
  RepositoryHandler(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Written out, since they are asked for at every start. */
  @Override
  public Set<String> schemes() {
    return Set.of(
        "bitbucket",
        "codeberg",
        "github",
        "gitlab",
        "git+file",
        "git+http",
        "git+https",
        "git+ssh");
  }

  @Override
  public boolean claims(String address) {
    return address.regionMatches(true, 0, "https://", 0, "https://".length())
        && TreeAddress.isPage(address);
  }

  @Override
  public boolean hasPaths() {
    return true;
  }

  @Override
  public String source(ResourceUri uri) {
    return uri.scheme();
  }

  @Override
  public Set<String> settings() {
    return CopySettings.KEYS;
  }

  /** Nobody is told about a repository of this machine, but a program is started for it. */
  @Override
  public Locality locality(ResourceUri uri) {
    return uri.scheme().equals("git+file") ? Locality.UNKNOWN : Locality.REMOTE;
  }

  @Override
  public Duration timeLimit(ResourceUri uri, HandlerContext context) {
    return repositories(context).settings().timeout();
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    return ResourceUri.of(address(uri.value(), context).text());
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    new TreeExpansion(repositories(context), references, context, sink).run();
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    TreeAddress address = address(uri.value(), context);
    return List.of(new RepositoryFile(address, repositories(context), context).resource());
  }

  /** Unchanged if it is of a commit; else uncertain: asking for the commit of a ref is cheap. */
  @Override
  public Freshness freshness(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    try {
      TreeAddress address = address(uri.value(), context);
      Repositories repositories = repositories(context);
      Duration timeout = repositories.settings().timeout();
      Caller caller = Caller.of(uri.value(), context, context.requester(), timeout);
      Permission.require(address, caller, repositories);
      boolean isKnown = known.meta().get(RepositoryFile.COMMIT) != null;
      return address.isFixed() && isKnown ? Freshness.UNCHANGED : Freshness.UNCERTAIN;
    } catch (ResourceException e) {
      return Freshness.UNCERTAIN;
    }
  }

  private Repositories repositories(HandlerContext context) {
    return context.perRun(
        Repositories.class,
        () -> new Repositories(CopySettings.of(context.configuration()), environment));
  }

  static TreeAddress address(String uri, HandlerContext context) throws ResourceException {
    try {
      return TreeAddress.parse(uri, context.workspace());
    } catch (AddressException e) {
      throw invalid(uri, e);
    }
  }

  private static ResourceException invalid(String uri, AddressException e) {
    return ResourceException.of(Kind.INVALID_URI, uri, e.rule());
  }
}
