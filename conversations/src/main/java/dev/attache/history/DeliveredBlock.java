package dev.attache.history;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A resource in the answer of a tool, with how it reached the model. Immutable.
 *
 * @param resource the resource under its canonical URI; it has no {@code formatted}
 * @param formatted the form made for models, given to them instead of the content; null if there is
 *     none
 * @param delivery how it reached the model
 * @param form the form in which the model is shown it
 */
public record DeliveredBlock(
    Resource resource, @Nullable ResourceContent formatted, Delivery delivery, ResourceForm form)
    implements ContentBlock.ResourceBlock, DeliveredResource {

  /** A block in the form of what tools of others answer. */
  public DeliveredBlock(Resource resource, @Nullable ResourceContent formatted, Delivery delivery) {
    this(resource, formatted, delivery, ResourceForm.NAMED);
  }

  /** {@return a block in full, with the formatted form of the resource taken out of it} */
  public static DeliveredBlock of(Resource resource) {
    return of(ContentBlock.ResourceBlock.of(resource));
  }

  /** {@return what a tool gave, in full; the same block if it says how it was delivered} */
  public static DeliveredBlock of(ContentBlock.ResourceBlock block) {
    return block instanceof DeliveredBlock delivered
        ? delivered
        : new DeliveredBlock(block.resource(), block.formatted(), Delivery.FULL);
  }

  /**
   * {@return an answer in which each resource says how it was delivered: in full, unless it did}
   */
  public static ToolResponse in(ToolResponse response) {
    return response.mapped(
        block -> block instanceof ContentBlock.ResourceBlock resource ? of(resource) : block);
  }

  /** {@return this block with another delivery} */
  public DeliveredBlock delivered(Delivery value) {
    return new DeliveredBlock(resource, formatted, value, form);
  }

  /** {@return this block with another form of its text} */
  public DeliveredBlock in(TextForm value) {
    return in(form.in(value));
  }

  /** {@return this block in another form} */
  public DeliveredBlock in(ResourceForm value) {
    return new DeliveredBlock(resource, formatted, delivery, value);
  }

  /** A mapping of the contents in an answer, which a store may hold. */
  @FunctionalInterface
  public interface Mapping<E extends Exception> {

    /**
     * {@return the same content, held elsewhere}
     *
     * @param isOwn whether it is a text of the tool's own, and no resource
     */
    ResourceContent of(ResourceContent content, boolean isOwn) throws E;
  }

  /** {@return an answer with other contents in place of its own} */
  public static <E extends Exception> ToolResponse mapped(ToolResponse response, Mapping<E> mapping)
      throws E {
    var content = new ArrayList<ContentBlock>(response.content().size());
    for (ContentBlock block : response.content()) {
      content.add(mapped(block, mapping));
    }
    ResourceContent structured = response.structured();
    return new ToolResponse(
        content,
        response.isError(),
        response.meta(),
        structured == null ? null : mapping.of(structured, true));
  }

  private static <E extends Exception> ContentBlock mapped(ContentBlock block, Mapping<E> mapping)
      throws E {
    if (block instanceof ContentBlock.ResourceBlock resource) {
      return mapped(DeliveredBlock.of(resource), mapping);
    } else if (block instanceof TextBlock text) {
      return new TextBlock(mapping.of(text.text(), true), text.mimeType(), text.annotations());
    } else if (block instanceof MediaBlock media) {
      return new MediaBlock(
          media.kind(),
          mapping.of(media.data(), false),
          media.mimeType(),
          media.annotations(),
          media.meta());
    } else if (block instanceof OtherBlock other) {
      return new OtherBlock(other.type(), mapping.of(other.json(), true));
    }
    return block;
  }

  /** {@return a resource with another content, formatted form and diff} */
  public static <E extends Exception> DeliveredBlock mapped(
      DeliveredBlock block, Mapping<E> mapping) throws E {
    @Nullable ResourceContent formatted = block.formatted();
    return new DeliveredBlock(
        block.resource().toBuilder().content(mapping.of(block.resource().content(), false)).build(),
        formatted == null ? null : mapping.of(formatted, false),
        block.delivery() instanceof Delivery.Delta delta
            ? delta.held(mapping.of(delta.diff(), true))
            : block.delivery(),
        block.form());
  }
}
