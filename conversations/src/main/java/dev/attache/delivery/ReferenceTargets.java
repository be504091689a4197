package dev.attache.delivery;

import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.Role;
import java.util.Set;

/** The deliveries that a reference may be to, apart from whether it is in the request in full. */
final class ReferenceTargets {

  /** Set in the metadata of a resource by whoever has cut its content. */
  static final String TRUNCATED = "dev.attache/truncated";

  private static final Set<Role> USER_ONLY = Set.of(Role.USER);

  private ReferenceTargets() {}

  /**
   * Whether a resource may be referred to.
   *
   * @param isFailed whether it is part of a result that failed
   */
  static boolean canBe(Resource resource, boolean isFailed) {
    Annotations annotations = resource.annotations();
    boolean isForUserOnly = annotations != null && annotations.audience().equals(USER_ONLY);
    return !isFailed && !isForUserOnly && !isTruncated(resource);
  }

  static boolean isTruncated(Resource resource) {
    return Boolean.TRUE.equals(resource.meta().get(TRUNCATED));
  }
}
