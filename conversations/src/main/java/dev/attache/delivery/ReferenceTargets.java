package dev.attache.delivery;

import dev.attache.history.DeliveredBlock;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.Role;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The deliveries that a reference may be to, apart from whether it is in the request in full. */
public final class ReferenceTargets {

  private static final Set<Role> USER_ONLY = Set.of(Role.USER);

  /** Set in the metadata of a resource by whoever has cut its content. */
  static final String TRUNCATED = DeliveredBlock.TRUNCATED;

  private ReferenceTargets() {}

  /**
   * Whether a resource may be referred to.
   *
   * @param isFailed whether it is part of a result that failed
   */
  static boolean canBe(Resource resource, boolean isFailed) {
    return !isFailed && !isForUserOnly(resource.annotations()) && !isTruncated(resource);
  }

  /**
   * {@return whether annotations, if there are any, say that something is for the user and no
   * model}
   *
   * @param annotations those of a resource or a block; null if it has none
   */
  public static boolean isForUserOnly(@Nullable Annotations annotations) {
    return annotations != null && annotations.audience().equals(USER_ONLY);
  }

  static boolean isTruncated(Resource resource) {
    return Boolean.TRUE.equals(resource.meta().get(TRUNCATED))
        || Boolean.TRUE.equals(resource.meta().get(DeliveredBlock.LIMITED));
  }
}
