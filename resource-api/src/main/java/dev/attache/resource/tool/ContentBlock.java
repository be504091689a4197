package dev.attache.resource.tool;

import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One typed item of a tool response (RFD 058; MCP, {@code ContentBlock}, revision 2025-11-25).
 * Immutable.
 */
public sealed interface ContentBlock {

  /**
   * {@return the type of the block as tools write it: {@code text}, {@code resource}, {@code
   * question}}
   */
  String type();

  /**
   * A text of the tool's own making, given to the model as it is.
   *
   * @param text the text; may be held by a store
   * @param mimeType its MIME type, if the tool says one
   * @param annotations MCP's hints; null if there are none
   */
  record TextBlock(
      ResourceContent text, @Nullable String mimeType, @Nullable Annotations annotations)
      implements ContentBlock {

    /**
     * Takes annotations that say nothing as none.
     *
     * @param text the text
     * @param mimeType its MIME type, if the tool says one
     * @param annotations MCP's hints; null if there are none
     * @throws IllegalArgumentException if the content is not text
     */
    public TextBlock {
      if (!text.isText()) {
        throw new IllegalArgumentException("text (" + text + ") must be text");
      }
      annotations = present(annotations);
    }

    /**
     * {@return a block of nothing but a text}
     *
     * @param text as for {@link ResourceContent#text}
     */
    public static TextBlock of(String text) {
      return new TextBlock(ResourceContent.text(text), null, null);
    }

    @Override
    public String type() {
      return "text";
    }
  }

  /**
   * A resource, which may be delivered to a model as a reference. A history has blocks of its own,
   * which say how they were delivered.
   */
  non-sealed interface ResourceBlock extends ContentBlock {

    /** {@return the resource under its canonical URI; it has no {@code formatted}} */
    Resource resource();

    /**
     * {@return the form made for models, given to them instead of the content; null if there is
     * none}
     */
    @Nullable ResourceContent formatted();

    @Override
    default String type() {
      return "resource";
    }

    /**
     * {@return a block, with the formatted form of the resource taken out of it}
     *
     * @param resource under its canonical URI; its formatted form is kept beside it
     */
    static ResourceBlock of(Resource resource) {
      return PlainResource.of(resource);
    }
  }

  /**
   * A question of the tool, to be answered before it is run again with the answer.
   *
   * @param question what is asked
   * @param meta MCP's {@code _meta} of the block
   */
  record QuestionBlock(InputRequest question, Map<String, Object> meta) implements ContentBlock {

    /**
     * Takes a copy of {@code meta}.
     *
     * @param question what is asked
     * @param meta MCP's {@code _meta} of the block
     */
    public QuestionBlock {
      meta = copyOf(meta);
    }

    /**
     * {@return a block of nothing but a question}
     *
     * @param question what is asked
     */
    public static QuestionBlock of(InputRequest question) {
      return new QuestionBlock(question, Map.of());
    }

    @Override
    public String type() {
      return "question";
    }
  }

  /**
   * A link to a resource that the server of the tool can be asked for (MCP, {@code ResourceLink}).
   *
   * @param uri where it is
   * @param name its name for programs; null if the tool gives none
   * @param title its name for people; null if there is none
   * @param description what it is; null if the tool does not say
   * @param mimeType its type; null if the tool does not say
   * @param size its bytes; null if the tool does not say
   * @param annotations MCP's hints; null if there are none
   * @param meta MCP's {@code _meta} of the block
   */
  record LinkBlock(
      ResourceUri uri,
      @Nullable String name,
      @Nullable String title,
      @Nullable String description,
      @Nullable String mimeType,
      @Nullable Long size,
      @Nullable Annotations annotations,
      Map<String, Object> meta)
      implements ContentBlock {

    /**
     * Takes annotations that say nothing as none, and a copy of {@code meta}.
     *
     * @param uri where it is
     * @param name its name for programs; null if the tool gives none
     * @param title its name for people; null if there is none
     * @param description what it is; null if the tool does not say
     * @param mimeType its type; null if the tool does not say
     * @param size its bytes; null if the tool does not say
     * @param annotations MCP's hints; null if there are none
     * @param meta MCP's {@code _meta} of the block
     * @throws IllegalArgumentException if the size is negative
     */
    public LinkBlock {
      if (size != null && size < 0) {
        throw new IllegalArgumentException("size (" + size + ") must not be negative");
      }
      annotations = present(annotations);
      meta = copyOf(meta);
    }

    @Override
    public String type() {
      return "resource_link";
    }
  }

  /**
   * An image or a sound (MCP, {@code ImageContent} and {@code AudioContent}).
   *
   * @param kind which of them
   * @param data its bytes; may be held by a store
   * @param mimeType its type; null if the tool does not say
   * @param annotations MCP's hints; null if there are none
   * @param meta MCP's {@code _meta} of the block
   */
  record MediaBlock(
      Kind kind,
      ResourceContent data,
      @Nullable String mimeType,
      @Nullable Annotations annotations,
      Map<String, Object> meta)
      implements ContentBlock {

    /** A kind of media. */
    public enum Kind {
      /** What is looked at. */
      IMAGE("image"),
      /** What is listened to. */
      AUDIO("audio");

      private final String type;

      Kind(String type) {
        this.type = type;
      }

      /** The type of blocks of this kind. */
      @Override
      public String toString() {
        return type;
      }
    }

    /**
     * Takes annotations that say nothing as none, and a copy of {@code meta}.
     *
     * @param kind which of them
     * @param data its bytes
     * @param mimeType its type; null if the tool does not say
     * @param annotations MCP's hints; null if there are none
     * @param meta MCP's {@code _meta} of the block
     * @throws IllegalArgumentException if the content is text
     */
    public MediaBlock {
      if (data.isText()) {
        throw new IllegalArgumentException("data (" + data + ") must be bytes");
      }
      annotations = present(annotations);
      meta = copyOf(meta);
    }

    @Override
    public String type() {
      return kind.toString();
    }
  }

  /**
   * A block of a type that this version does not know.
   *
   * @param type its type as the tool wrote it
   * @param json the whole block as a JSON object; may be held by a store
   */
  record OtherBlock(String type, ResourceContent json) implements ContentBlock {}

  private static @Nullable Annotations present(@Nullable Annotations annotations) {
    return annotations == null || annotations.isEmpty() ? null : annotations;
  }

  private static Map<String, Object> copyOf(Map<String, Object> meta) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(meta));
  }
}
