package dev.attache.resource.spi;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The implementation of one or more URI schemes: turns references into canonical URIs and reads one
 * URI into snapshots.
 *
 * <p>An implementation is a public class with a public constructor without parameters, named in
 * {@code META-INF/services/dev.attache.resource.spi.ResourceHandler}. It is thread-safe and has no
 * state; what several calls of one run share lives in {@link HandlerContext#perRun}. It starts no
 * thread that outlives a call, prints nothing and logs nothing.
 *
 * <p>The engine, not the handler, owns parallelism, order, types, digests, limits on the whole,
 * duplicates and display.
 */
public interface ResourceHandler {

  /**
   * {@return the schemes that this handler owns: at least one, in lower case; the same set at every
   * call. see {@link #ownsNamed}}
   */
  Set<String> schemes();

  /**
   * {@return whether one source of many stands in the scheme, as in {@code mcp+docs:…}} The handler
   * then also owns all schemes that begin with one of its own and a {@code +}, and all references
   * that begin so, whatever follows: the name of a source may hold what no scheme can, and there
   * may be no colon after it. Such a reference comes to {@link #canonicalize} with a colon in place
   * of the first {@code +} where it is no URI otherwise. The same answer at every call; the default
   * is no.
   */
  default boolean ownsNamed() {
    return false;
  }

  /**
   * {@return whether a URI of a scheme that is not its own, as somebody wrote it, names something
   * of this handler: the address of a page that shows what this handler reads} Then {@link
   * #canonicalize} and {@link #expand} are given it. Asked about references only, so that what was
   * read under its own canonical URI is read under that again. Reads nothing and asks nobody; the
   * default is no.
   *
   * @param address the reference as it was written, such as {@code https://github.com/…}
   */
  default boolean claims(String address) {
    return false;
  }

  /**
   * {@return whether references of this handler name several things by paths, as directories do}
   * Then exclusions without a scheme ({@code !test}, {@code !*.md}) are for it as well as for
   * files: {@link #expand} is given them, if it is given anything that they could take away. The
   * same answer at every call; the default is no.
   */
  default boolean hasPaths() {
    return false;
  }

  /**
   * {@return the name of who produces what a canonical URI names: {@code file}, {@code mcp:docs}}
   * One URI of two sources may mean two things. It is one of the {@link #schemes}, alone or before
   * a colon and a name; anything else is as the default, the first scheme in alphabetical order.
   *
   * @param uri in canonical form, of one of the {@link #schemes}
   */
  default String source(ResourceUri uri) {
    return Collections.min(schemes());
  }

  /**
   * {@return where the source of a canonical URI is} What the user of this machine has not asked
   * for is only looked at again by itself where that is {@link Locality#LOCAL}. Reads nothing and
   * asks nobody; the default is {@link Locality#UNKNOWN}.
   *
   * @param uri in canonical form, of one of the {@link #schemes}
   */
  default Locality locality(ResourceUri uri) {
    return Locality.UNKNOWN;
  }

  /**
   * {@return the canonical form of a URI: the one spelling for all that surely name the same thing}
   * Identity is conservative: two URIs become one only if they cannot name different things.
   *
   * <p>A fixed point: the canonical form of a canonical form is itself. Reads no content and asks
   * nobody. The default takes every URI as canonical.
   *
   * @param uri of one of the {@link #schemes}, or one that it {@link #claims}; as somebody wrote it
   * @param context where relative forms start, and the configuration
   * @throws ResourceException {@code INVALID_URI} when the URI breaks the rules of the scheme;
   *     {@code DENIED} when it can never be allowed
   */
  default ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    return uri;
  }

  /**
   * Expands references into candidates, and says what is left out and why.
   *
   * <p>All references of this handler's schemes come at once, in the order of the user, because
   * includes and excludes interact: the last one that matches wins. Nothing is read that {@link
   * #resolve} would read. One bad reference is reported to the sink and never hides the others.
   *
   * <p>The default offers the {@link #candidate} of the canonical form of every reference, without
   * those that a later exclusion names.
   *
   * @param references those of the schemes and those that it {@link #claims}, in the order of the
   *     user, exclusions among them
   * @param context for this call, and all of the references
   * @param sink takes each candidate as soon as it is found
   * @throws ResourceException only if nothing at all can be expanded
   */
  default void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    new VerbatimExpansion(this, context).expand(references, sink);
  }

  /**
   * {@return what is known of a canonical URI before it is read: its name, its size, a look at its
   * first bytes} The default {@link #expand} offers it, and a plan shows it; a handler that expands
   * by itself need not have it.
   *
   * <p>Reads nothing that has a price or an effect, and need not look whether there is such a
   * thing: {@link #resolve} says that. The default knows the URI alone.
   *
   * @param uri in canonical form
   * @param context for the call that expands
   * @throws ResourceException if the URI cannot be offered at all
   */
  default Candidate candidate(ResourceUri uri, HandlerContext context) throws ResourceException {
    return Candidate.of(uri);
  }

  /**
   * {@return a hint how many URIs of this handler are worth reading at once, because reading them
   * is mostly waiting for somebody else: a server, a device} It is no bound: more may be read at
   * once, and a handler that needs a bound keeps it itself. Asked once at the beginning of a run
   * that has references of this handler. The default, 0, is for handlers that are busy themselves,
   * and leaves the number to the engine, as does a number that is smaller than the engine's own.
   * When a user says how many are to be read at once, that counts instead.
   *
   * @param context for this call only; its configuration may have the number
   */
  default int parallelism(HandlerContext context) {
    return 0;
  }

  /**
   * {@return the keys of its section of the configuration, so that a mistyped one is refused; null
   * where any may be there, or it does not say} Tables by origins, such as {@code
   * "https://example.org"}, need no key. The default is null.
   */
  default @Nullable Set<String> settings() {
    return null;
  }

  /**
   * {@return how long reading this URI may take, where that is not as long as anything may: because
   * the user said so, in the URI or in the configuration, or because somebody has to be waited for}
   * Asked before each {@link #resolve}; reads nothing. The default, null, leaves it to the engine.
   * When the user says how long one item may take, whatever it is, that counts instead.
   *
   * @param uri in canonical form
   * @param context for this call only; its configuration may have the time
   */
  default @Nullable Duration timeLimit(ResourceUri uri, HandlerContext context) {
    return null;
  }

  /**
   * Reads one canonical URI. Usually gives one resource, whose URI is the one asked for; a source
   * that keeps several under one URI gives them in its own order, and may give none.
   *
   * <p>A URI that was read before is read again without being expanded. So whatever the {@link
   * HandlerContext#requester} may not have is refused here, too, with {@code DENIED}.
   *
   * <p>Honours {@link HandlerContext#timeout}, {@link HandlerContext#maxBytes} (counted while
   * reading, never taken from a claimed size; {@link HandlerContext#read} does that) and
   * interruption, after which it ends at once with {@code TIMEOUT}. Closes all that it opens.
   *
   * @param uri in canonical form
   * @param context for this call only
   * @return the resources in the order of the source; may be empty
   * @throws ResourceException when there is no resource to give; see {@link ResourceException.Kind}
   */
  List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException;

  /**
   * Says whether what a canonical URI names may have changed since it was read. {@link
   * Freshness#UNCHANGED} is a promise; where there is any doubt, the answer is {@link
   * Freshness#UNCERTAIN} if reading it again is cheap, and else {@link Freshness#UNKNOWN}.
   *
   * <p>Many are asked about at once, when nobody waits for any of them: reads no content, starts no
   * program, and asks nobody over a network. Never throws for what is gone or not allowed any more,
   * which is uncertain. The default knows nothing.
   *
   * @param uri the URI that was resolved
   * @param known a resource that it gave then; its content may not be there any more, but for its
   *     size and its digest
   * @param readAt when that was; not before the reading began
   * @param context for this call only
   * @return in doubt {@link Freshness#UNCERTAIN} or {@link Freshness#UNKNOWN}, as said above
   */
  default Freshness freshness(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    return Freshness.UNKNOWN;
  }
}
