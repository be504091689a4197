package dev.attache.core.routing;

import dev.attache.resource.spi.ResourceHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The handlers that are there, by scheme, and what went wrong while they were loaded.
 *
 * <p>A provider that cannot be loaded is a {@link HandlerProblem}, never an exception, and costs
 * the others nothing. Two handlers for one scheme are an error, because nobody could say which of
 * them a URI would reach. Immutable and thread-safe.
 */
public final class HandlerRegistry {

  private static final String TAKE_ONE_AWAY = "remove one of the two";

  private final SortedMap<String, RegisteredHandler> byScheme;
  private final List<RegisteredHandler> handlers;
  private final List<HandlerProblem> problems;
  private final Map<String, NearHandler> near;

  private HandlerRegistry(
      List<RegisteredHandler> handlers,
      List<HandlerProblem> problems,
      Map<String, NearHandler> near) {
    this.handlers = List.copyOf(handlers);
    this.problems = List.copyOf(problems);
    this.near = Map.copyOf(near);
    this.byScheme = new TreeMap<>();
    for (RegisteredHandler handler : handlers) {
      for (String scheme : handler.schemes()) {
        RegisteredHandler other = byScheme.putIfAbsent(scheme, handler);
        if (other != null) {
          throw new DuplicateSchemeException(scheme, other, handler);
        }
      }
    }
  }

  /**
   * {@return the handlers that {@code META-INF/services} files visible to {@code loader} name}
   *
   * @param loader the class loader of the program, usually; the code of its handlers runs
   * @throws DuplicateSchemeException if two of them claim one scheme
   */
  public static HandlerRegistry load(ClassLoader loader) {
    var problems = new ArrayList<HandlerProblem>();
    return load(HandlerProvider.find(loader, problems), problems);
  }

  /**
   * {@return the handlers that classes are, without a look at services files: for a program that
   * knows what its own jar holds, and has not to open it}
   *
   * @param loader what finds the classes; their code runs
   * @param classNames binary names, as services files have them
   * @param place the jar or folder that should have the classes, for people
   * @throws DuplicateSchemeException if two of them claim one scheme
   */
  public static HandlerRegistry load(ClassLoader loader, List<String> classNames, String place) {
    var providers = new ArrayList<HandlerProvider>();
    for (String className : classNames) {
      providers.add(new HandlerProvider(className, place, loader));
    }
    return load(providers, new ArrayList<>());
  }

  private static HandlerRegistry load(
      List<HandlerProvider> providers, List<HandlerProblem> problems) {
    var found = new ArrayList<RegisteredHandler>();
    for (HandlerProvider provider : providers) {
      try {
        found.add(provider.load());
      } catch (HandlerLoadException e) {
        problems.add(e.problem());
      }
    }
    return new HandlerRegistry(found, problems, Map.of());
  }

  /**
   * {@return a registry of exactly these handlers, asked for their schemes now}
   *
   * @param handlers thread-safe handlers, each of which may own several schemes
   * @throws DuplicateSchemeException if two of them claim one scheme
   * @throws IllegalArgumentException if one has no scheme, or one that is not in lower case
   */
  public static HandlerRegistry of(ResourceHandler... handlers) {
    var registered = new ArrayList<RegisteredHandler>();
    for (ResourceHandler handler : handlers) {
      registered.add(
          RegisteredHandler.of(
              handler,
              new HandlerOrigin(
                  HandlerOrigin.Kind.APPLICATION,
                  HandlerProvider.codeSource(handler.getClass()),
                  null)));
    }
    return new HandlerRegistry(registered, List.of(), Map.of());
  }

  /**
   * {@return a registry of these handlers too}
   *
   * @param more thread-safe handlers, each of which may own several schemes
   * @throws DuplicateSchemeException if two claim one scheme
   * @throws IllegalArgumentException if one has no scheme, or one that is not in lower case
   */
  public HandlerRegistry with(ResourceHandler... more) {
    var all = new ArrayList<>(handlers);
    all.addAll(of(more).handlers);
    return new HandlerRegistry(all, problems, near);
  }

  /**
   * {@return a registry of a handler too that was made from what somebody configured} If it claims
   * a scheme that is taken, that is one of {@link #problems}.
   *
   * @param handler a handler, asked for its schemes now
   * @param name what to call it, for people: the program that it is
   * @param origin where it comes from, which is said when something is wrong with it
   * @throws IllegalArgumentException if it has no scheme, or one that is not in lower case
   */
  public HandlerRegistry with(ResourceHandler handler, String name, HandlerOrigin origin) {
    return with(
        new RegisteredHandler(handler, RegisteredHandler.schemes(handler, name), name, "", origin));
  }

  /**
   * {@return a registry of a handler too} A scheme that is taken is one of {@link #problems}.
   *
   * @param handler a handler whose schemes are known
   */
  public HandlerRegistry with(RegisteredHandler handler) {
    for (String scheme : handler.schemes()) {
      String reason = taken(scheme);
      if (reason != null) {
        return withProblems(
            List.of(new HandlerProblem(handler.name(), handler.origin(), reason, TAKE_ONE_AWAY)));
      }
    }
    var all = new ArrayList<>(handlers);
    all.add(handler);
    return new HandlerRegistry(all, problems, near);
  }

  private @Nullable String taken(String scheme) {
    return find(scheme)
        .map(
            other ->
                "its scheme \""
                    + scheme
                    + "\" belongs to "
                    + other.name()
                    + " of "
                    + other.origin())
        .orElse(null);
  }

  /**
   * {@return a registry of these schemes alone: URIs of all others, and paths unless {@code file}
   * is among them, have no handler}
   *
   * @param schemes in lower case, without the colon
   * @throws IllegalArgumentException if one of them has no handler
   */
  public HandlerRegistry only(Set<String> schemes) {
    for (String each : schemes) {
      if (!byScheme.containsKey(each)) {
        throw new IllegalArgumentException(
            "scheme (" + each + ") must be one of " + String.join(", ", schemes()));
      }
    }
    var some = new ArrayList<RegisteredHandler>();
    for (RegisteredHandler each : handlers) {
      List<String> own = each.schemes().stream().filter(schemes::contains).toList();
      if (!own.isEmpty()) {
        some.add(
            new RegisteredHandler(each.handler(), own, each.name(), each.version(), each.origin()));
      }
    }
    return new HandlerRegistry(some, problems, near);
  }

  /**
   * {@return a registry that knows of these problems too}
   *
   * @param more what went wrong, in the order in which it is told
   */
  public HandlerRegistry withProblems(List<HandlerProblem> more) {
    var all = new ArrayList<>(problems);
    all.addAll(more);
    return new HandlerRegistry(handlers, all, near);
  }

  /**
   * {@return a registry that also knows what to say of schemes that have no handler, because one is
   * near and is not used}
   *
   * @param byScheme what to say, by schemes in lower case; replaces what was known before
   */
  public HandlerRegistry withNear(Map<String, NearHandler> byScheme) {
    return new HandlerRegistry(handlers, problems, byScheme);
  }

  /** The handler of a scheme that is near and is not used; null if there is none. */
  @Nullable NearHandler near(String scheme) {
    return near.get(scheme);
  }

  /** {@return the handlers, in the order in which they were found} */
  public List<RegisteredHandler> handlers() {
    return handlers;
  }

  /** {@return the providers that could not be loaded, each with its reason} */
  public List<HandlerProblem> problems() {
    return problems;
  }

  /** {@return all schemes that have a handler, sorted} */
  public Set<String> schemes() {
    return Collections.unmodifiableSet(byScheme.keySet());
  }

  /**
   * {@return the handler of a scheme in lower case, also of one with a name, {@code mcp+docs}, if
   * the handler of {@code mcp} {@linkplain ResourceHandler#ownsNamed owns} that}
   *
   * @param scheme in lower case, without its colon
   */
  public Optional<RegisteredHandler> find(String scheme) {
    RegisteredHandler handler = byScheme.get(scheme);
    return handler != null ? Optional.of(handler) : findNamed(scheme);
  }

  /**
   * {@return the handler of a reference that is spelled with a scheme; none if there is none}
   *
   * @param reference a reference as somebody wrote it, or one that a handler may claim
   */
  public Optional<RegisteredHandler> owner(String reference) {
    int colon = reference.indexOf(':');
    Optional<RegisteredHandler> claimant = colon < 2 ? Optional.empty() : claimant(reference);
    return claimant.isPresent() || colon < 2
        ? claimant
        : find(reference.substring(0, colon).toLowerCase(Locale.ROOT));
  }

  /** The handler that claims an address of another's scheme; none if that is its owner's. */
  Optional<RegisteredHandler> claimant(String address) {
    for (RegisteredHandler handler : handlers) {
      if (handler.claims(address)) {
        return Optional.of(handler);
      }
    }
    return Optional.empty();
  }

  /** The handler of what begins with a scheme and a {@code +}, if it owns that. */
  Optional<RegisteredHandler> findNamed(String text) {
    int plus = text.indexOf('+');
    RegisteredHandler handler =
        plus < 0 ? null : byScheme.get(text.substring(0, plus).toLowerCase(Locale.ROOT));
    return handler != null && handler.ownsNamed() ? Optional.of(handler) : Optional.empty();
  }

  /** The schemes. */
  @Override
  public String toString() {
    return "HandlerRegistry[" + String.join(", ", schemes()) + "]";
  }
}
