package dev.attache.history;

import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Text;
import org.jspecify.annotations.Nullable;

/**
 * One typed item of a tool response (RFD 058; MCP, {@code ContentBlock}, revision 2025-11-25).
 * Immutable.
 */
public sealed interface ContentBlock {

  /** Texts of tools up to this many bytes stand in the history, where people can read them. */
  int MAX_INLINE_BYTES = 256;

  /** Whether a text of a tool stands in the history itself, and is not held by the store. */
  static boolean isInline(ResourceContent text) {
    return text instanceof Text && text.size() <= MAX_INLINE_BYTES;
  }

  /**
   * A text of the tool's own making, given to the model as it is.
   *
   * @param text the text; may be held by the store
   * @param mimeType its MIME type, if the tool says one
   * @param annotations MCP's hints; null if there are none
   */
  record TextBlock(
      ResourceContent text, @Nullable String mimeType, @Nullable Annotations annotations)
      implements ContentBlock {

    /**
     * @throws IllegalArgumentException if the content is not text
     */
    public TextBlock {
      if (!text.isText()) {
        throw new IllegalArgumentException("text (" + text + ") must be text");
      }
      annotations = annotations == null || annotations.isEmpty() ? null : annotations;
    }

    /** Returns a block of nothing but a text. */
    public static TextBlock of(String text) {
      return new TextBlock(ResourceContent.text(text), null, null);
    }
  }

  /**
   * A resource, which may be delivered as a reference.
   *
   * @param resource the resource under its canonical URI; it has no {@code formatted}
   * @param formatted the form made for models, given to them instead of the content; null if there
   *     is none
   * @param delivery how it reached the model
   */
  record ResourceBlock(Resource resource, @Nullable ResourceContent formatted, Delivery delivery)
      implements ContentBlock {

    /** Returns a block in full, with the formatted form of the resource taken out of it. */
    public static ResourceBlock of(Resource resource) {
      String formatted = resource.formatted();
      return formatted == null
          ? new ResourceBlock(resource, null, Delivery.FULL)
          : new ResourceBlock(
              resource.toBuilder().formatted(null).build(),
              ResourceContent.text(formatted),
              Delivery.FULL);
    }

    /** Returns this block with another delivery. */
    public ResourceBlock delivered(Delivery value) {
      return new ResourceBlock(resource, formatted, value);
    }
  }

  /**
   * A block of another type: a question, an image, a link, or what later versions know.
   *
   * @param type its type as the tool wrote it
   * @param json the whole block as a JSON object; may be held by the store
   */
  record OtherBlock(String type, ResourceContent json) implements ContentBlock {}
}
