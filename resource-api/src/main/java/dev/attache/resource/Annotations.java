package dev.attache.resource;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hints about a resource, as MCP defines them ({@code Annotations}, revision 2025-11-25).
 * Immutable.
 *
 * @param audience for whom the resource is meant, in the order of {@link Role}; empty when nobody
 *     said
 * @param priority from 0 (entirely optional) to 1 (effectively required), or null when nobody said
 * @param lastModified when the source last changed, or null when nobody said
 */
public record Annotations(
    Set<Role> audience, @Nullable Double priority, @Nullable Instant lastModified) {

  /** The annotations that say nothing. */
  public static final Annotations NONE = new Annotations(Set.of(), null, null);

  /**
   * Takes a copy of the audience, in the order of {@link Role}.
   *
   * @param audience for whom the resource is meant, in the order of {@link Role}; empty when nobody
   *     said
   * @param priority from 0 (entirely optional) to 1 (effectively required), or null when nobody
   *     said
   * @param lastModified when the source last changed, or null when nobody said
   * @throws IllegalArgumentException if the priority is not between 0 and 1
   */
  public Annotations {
    audience =
        audience.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(audience));
    if (priority != null && !(priority >= 0 && priority <= 1)) {
      throw new IllegalArgumentException("priority (" + priority + ") must be between 0 and 1");
    }
  }

  /** {@return whether they say nothing} */
  public boolean isEmpty() {
    return audience.isEmpty() && priority == null && lastModified == null;
  }

  /**
   * {@return annotations that say only when the source last changed}
   *
   * @param lastModified as the source says, not when it was read
   */
  public static Annotations lastModified(Instant lastModified) {
    return new Annotations(Set.of(), null, lastModified);
  }
}
