package dev.attache.handlers.file.place;

import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The policy on where files may be read: within the workspace and the roots that the user added,
 * and, for the user alone, at the places outside that were typed exactly.
 */
public final class AllowedRoots {

  /** File systems that are views of the machine, never documents. */
  private static final List<String> NEVER = List.of("/proc", "/sys", "/dev");

  private final HandlerContext context;
  private final Requester requester;

  private AllowedRoots(HandlerContext context, Requester requester) {
    this.context = context;
    this.requester = requester;
  }

  /** Returns the policy for the one who asked for what a context is about. */
  public static AllowedRoots of(HandlerContext context) {
    return of(context, context.requester());
  }

  /** Returns the policy for the one who asked for a reference of several. */
  public static AllowedRoots of(HandlerContext context, Requester requester) {
    return new AllowedRoots(context, requester);
  }

  /**
   * Returns the root that a real path lies in.
   *
   * @throws ResourceException of kind {@code DENIED} if it lies in none
   */
  public Path require(Path real, String reference) throws ResourceException {
    String spelled = real.toString();
    for (String never : NEVER) {
      if (spelled.startsWith(never)
          && (spelled.length() == never.length() || spelled.charAt(never.length()) == '/')) {
        throw ResourceException.of(
            Kind.DENIED, reference, "lies in " + never + ", which is never read");
      }
    }
    Path root = find(real);
    if (root == null) {
      throw ResourceException.of(Kind.DENIED, reference, "points outside the workspace, to " + real)
          .withRemedy(new Remedy(Remedy.Action.ALLOW_DIRECTORY, real.toString()));
    }
    return root;
  }

  /** Whether a directory is one of those from which nothing is ever read. */
  public static boolean isNever(Path real) {
    return NEVER.contains(real.toString());
  }

  /**
   * The first root that a real path lies in, the workspace before all others and what was typed
   * after them; null if none.
   */
  @Nullable
  public Path find(Path real) {
    for (Path root : context.roots()) {
      if (real.startsWith(root)) {
        return root;
      }
    }
    return requester == Requester.USER ? TypedPlaces.of(context).root(real) : null;
  }
}
