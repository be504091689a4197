package dev.attache.history;

import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot at the turn where it was attached. Immutable.
 *
 * @param snapshot the snapshot, whose resource has no {@code formatted}; its content is held by the
 *     store once the turn is recorded
 * @param formatted the form made for models, given to them instead of the content; null if there is
 *     none
 * @param reference the declaration that led to it, as somebody wrote it
 * @param consent what proves that the user of this machine asked for it, or says that a model did;
 *     null when the workspace did, or nobody can tell
 * @param delivery how it reached the model
 * @param form the form in which the model is shown it
 */
public record Attachment(
    Snapshot snapshot,
    @Nullable ResourceContent formatted,
    String reference,
    @Nullable String consent,
    Delivery delivery,
    ResourceForm form)
    implements DeliveredResource {

  /**
   * An attachment in the form of histories that say nothing of it.
   *
   * @param snapshot what was read; its resource has no {@code formatted}
   * @param formatted the form made for models; null if there is none
   * @param reference the declaration that led to it, as somebody wrote it
   * @param consent what proves that the user of this machine asked for it, or says that a model
   *     did; null if nothing does
   * @param delivery how it reached the model
   */
  public Attachment(
      Snapshot snapshot,
      @Nullable ResourceContent formatted,
      String reference,
      @Nullable String consent,
      Delivery delivery) {
    this(snapshot, formatted, reference, consent, delivery, ResourceForm.NAMED);
  }

  @Override
  public Resource resource() {
    return snapshot.resource();
  }

  /**
   * {@return this attachment with another delivery}
   *
   * @param value how it reached the model instead
   */
  public Attachment delivered(Delivery value) {
    return new Attachment(snapshot, formatted, reference, consent, value, form);
  }
}
