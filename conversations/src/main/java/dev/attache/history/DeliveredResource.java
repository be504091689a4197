package dev.attache.history;

import dev.attache.core.outcome.Tokens;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import org.jspecify.annotations.Nullable;

/** A resource as it was delivered to a model: an attachment, or a block of a tool's result. */
public interface DeliveredResource {

  /** The resource, which has no {@code formatted}. */
  Resource resource();

  /** The form made for models, given to them instead of the content; null if there is none. */
  @Nullable ResourceContent formatted();

  /** How it reached the model. */
  Delivery delivery();

  /** The form in which the model is shown it. */
  ResourceForm form();

  /** The name by which the model knows it: a path of the workspace, or else the URI. */
  default String label() {
    return form().label(resource());
  }

  /** The tokens that a reference saves each request, by the estimate; 0 if it is none. */
  default long savedTokens() {
    if (!(delivery() instanceof Delivery.Reference reference)) {
      return 0;
    }
    ResourceContent formatted = formatted();
    String line = reference.line(label(), resource().content().digest());
    return Tokens.estimate((formatted == null ? resource().content() : formatted).size())
        - Tokens.estimate(ResourceContent.text(line).size());
  }
}
