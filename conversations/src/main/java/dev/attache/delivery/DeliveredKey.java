package dev.attache.delivery;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The identity of what a model is given in full: of which resource, with which content, in which
 * form. Who was given one form of a content does not know another one. Immutable.
 *
 * @param resource the URI and the digest of the content
 * @param formatted the digest of the form made for models; null if there is none
 */
record DeliveredKey(ResourceKey resource, @Nullable ContentDigest formatted) {

  static DeliveredKey of(Resource resource, @Nullable ResourceContent formatted) {
    return new DeliveredKey(resource.key(), formatted == null ? null : formatted.digest());
  }

  // written out: what a record derives is slow to start
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeliveredKey key
        && resource.equals(key.resource)
        && Objects.equals(formatted, key.formatted);
  }

  @Override
  public int hashCode() {
    return 31 * resource.hashCode() + Objects.hashCode(formatted);
  }
}
