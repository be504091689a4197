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

  /** The key in the metadata of a resource whose content was cut by whoever read it. */
  public static final String TRUNCATED = "dev.attache/truncated";

  /** The key in the metadata of a tool's resource that was too long for the model. */
  public static final String LIMITED = "dev.attache/limited";

  /**
   * A block in the form of what tools of others answer.
   *
   * @param resource the resource under its canonical URI; it has no {@code formatted}
   * @param formatted the form made for models; null if there is none
   * @param delivery how it reached the model
   */
  public DeliveredBlock(Resource resource, @Nullable ResourceContent formatted, Delivery delivery) {
    this(resource, formatted, delivery, ResourceForm.NAMED);
  }

  /**
   * {@return a block in full, with the formatted form of the resource taken out of it}
   *
   * @param resource what a tool answered, with or without {@code formatted}
   */
  public static DeliveredBlock of(Resource resource) {
    return of(ContentBlock.ResourceBlock.of(resource));
  }

  /**
   * {@return what a tool gave, in full; the same block if it says how it was delivered}
   *
   * @param block a resource of an answer
   */
  public static DeliveredBlock of(ContentBlock.ResourceBlock block) {
    return block instanceof DeliveredBlock delivered
        ? delivered
        : new DeliveredBlock(block.resource(), block.formatted(), Delivery.FULL);
  }

  /**
   * {@return an answer in which each resource says how it was delivered: in full, unless it did}
   *
   * @param response the answer of a tool; blocks that are no resources stay as they are
   */
  public static ToolResponse in(ToolResponse response) {
    return response.mapped(
        block -> block instanceof ContentBlock.ResourceBlock resource ? of(resource) : block);
  }

  /**
   * {@return true if the model gets only a part of it, by {@link #formatted}, because the output of
   * the tool was too long}
   */
  public boolean isCut() {
    return formatted != null && Boolean.TRUE.equals(resource.meta().get(LIMITED));
  }

  /**
   * {@return this block with another delivery}
   *
   * @param value how it reached the model instead
   */
  public DeliveredBlock delivered(Delivery value) {
    return new DeliveredBlock(resource, formatted, value, form);
  }

  /**
   * {@return this block with another form of its text}
   *
   * @param value what stands around its text; naming and type stay as they are
   */
  public DeliveredBlock in(TextForm value) {
    return in(form.in(value));
  }

  /**
   * {@return this block in another form}
   *
   * @param value the form in which the model is shown it instead
   */
  public DeliveredBlock in(ResourceForm value) {
    return new DeliveredBlock(resource, formatted, delivery, value);
  }

  /**
   * A mapping of the contents in an answer, which a store may hold.
   *
   * @param <E> what it throws where a content cannot be held
   */
  @FunctionalInterface
  public interface Mapping<E extends Exception> {

    /**
     * {@return the same content, held elsewhere}
     *
     * @param content a content as the answer has it, perhaps held by a store
     * @param isOwn whether it is a text of the tool's own, and no resource
     * @throws E if it cannot be held
     */
    ResourceContent of(ResourceContent content, boolean isOwn) throws E;
  }

  /**
   * {@return an answer with other contents in place of its own}
   *
   * @param <E> what the mapping throws
   * @param response the answer of a tool; it is left as it is
   * @param mapping asked for each content once, in order: those of the blocks, and then the
   *     structured one
   * @throws E as soon as the mapping does
   */
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

  /**
   * {@return a resource with another content, formatted form and diff}
   *
   * @param <E> what the mapping throws
   * @param block the resource; it is left as it is
   * @param mapping asked for the content, for the formatted form if there is one, and for the diff
   *     if it was delivered as one
   * @throws E as soon as the mapping does
   */
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
