package dev.attache.history;

import dev.attache.core.outcome.Tokens;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import org.jspecify.annotations.Nullable;

/** A resource as it was delivered to a model: an attachment, or a block of a tool's result. */
public interface DeliveredResource {

  /** {@return the resource, which has no {@code formatted}} */
  Resource resource();

  /**
   * {@return the form made for models, given to them instead of the content; null if there is none}
   */
  @Nullable ResourceContent formatted();

  /**
   * {@return what models are given in full: the form made for them if there is one, or the content}
   */
  default ResourceContent shown() {
    ResourceContent formatted = formatted();
    return formatted == null ? resource().content() : formatted;
  }

  /** {@return how it reached the model} */
  Delivery delivery();

  /** {@return the form in which the model is shown it} */
  ResourceForm form();

  /** {@return the name by which the model knows it: a path of the workspace, or else the URI} */
  default String label() {
    return form().label(resource());
  }

  /**
   * {@return the tokens that a reference or a diff saves each request, by the estimate; 0 if it is
   * none}
   */
  default long savedTokens() {
    ContentDigest digest = resource().content().digest();
    if (delivery() instanceof Delivery.Reference reference) {
      String line = reference.line(label(), digest);
      return Tokens.estimate(shown().size()) - Tokens.estimate(ResourceContent.text(line).size());
    } else if (delivery() instanceof Delivery.Delta delta) {
      return Tokens.estimate(resource().content().size())
          - Tokens.estimate(delta.size(label(), digest));
    }
    return 0;
  }
}
