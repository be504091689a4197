package dev.attache.model;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a message. Immutable. */
public sealed interface RenderedPart {

  /** {@return where in the history it comes from} */
  PartPlace place();

  /**
   * A text: of the user, of the model, or of a tool.
   *
   * @param place where it stands in the conversation
   * @param text what it says
   */
  record Text(PartPlace place, RenderedText text) implements RenderedPart {}

  /**
   * A part that a model may take as a block of its own: a resource, or an image or a sound of a
   * tool.
   */
  sealed interface Deliverable extends RenderedPart {

    /** {@return its content} */
    ResourceContent content();

    /** {@return its MIME type; null if nobody knows it} */
    @Nullable String mimeType();

    /**
     * {@return a text made of it for models, which they are given in place of the content; null if
     * none}
     */
    @Nullable RenderedText formatted();

    /** {@return what names it, without secrets; null if nothing does} */
    @Nullable String uri();

    /** {@return what stands for it where a model has no block for it} */
    RenderedText shown();

    /** {@return what else a model is to know of it; null if there is nothing} */
    @Nullable String about();
  }

  /**
   * A resource in full.
   *
   * @param place where it stands in the conversation
   * @param uri its URI, without secrets
   * @param label the name by which the model knows it: a path of the workspace, or else the URI
   * @param title its title for people; null if the label is all that is known
   * @param mimeType its MIME type; null if nobody knows it
   * @param content its content
   * @param formatted the form made for models; null if there is none
   * @param digest the digest of its content
   * @param shown the resource as a text, with its head, where a model has no block for it
   * @param about what else the model is to know of it, such as {@code note: cut after 10 bytes};
   *     null if there is nothing
   * @param made the note on the form made for models, such as {@code converted to Markdown by pdf
   *     3}, for requests that have that form; null if there is none
   */
  record Resource(
      PartPlace place,
      String uri,
      String label,
      @Nullable String title,
      @Nullable String mimeType,
      ResourceContent content,
      @Nullable RenderedText formatted,
      ContentDigest digest,
      RenderedText shown,
      @Nullable String about,
      @Nullable String made)
      implements Deliverable {

    /**
     * A resource of which there is nothing else to know.
     *
     * @param place where it stands in the conversation
     * @param uri its URI, without secrets
     * @param label the name by which the model knows it: a path of the workspace, or else the URI
     * @param title its title for people; null if the label is all that is known
     * @param mimeType its MIME type; null if nobody knows it
     * @param content its content
     * @param formatted the form made for models; null if there is none
     * @param digest the digest of its content
     * @param shown the resource as a text, with its head, where a model has no block for it
     */
    public Resource(
        PartPlace place,
        String uri,
        String label,
        @Nullable String title,
        @Nullable String mimeType,
        ResourceContent content,
        @Nullable RenderedText formatted,
        ContentDigest digest,
        RenderedText shown) {
      this(place, uri, label, title, mimeType, content, formatted, digest, shown, null);
    }

    /**
     * A resource without a note on its form made for models.
     *
     * @param place where it stands in the conversation
     * @param uri its URI, without secrets
     * @param label the name by which the model knows it: a path of the workspace, or else the URI
     * @param title its title for people; null if the label is all that is known
     * @param mimeType its MIME type; null if nobody knows it
     * @param content its content
     * @param formatted the form made for models; null if there is none
     * @param digest the digest of its content
     * @param shown the resource as a text, with its head, where a model has no block for it
     * @param about what else the model is to know of it; null if there is nothing
     */
    public Resource(
        PartPlace place,
        String uri,
        String label,
        @Nullable String title,
        @Nullable String mimeType,
        ResourceContent content,
        @Nullable RenderedText formatted,
        ContentDigest digest,
        RenderedText shown,
        @Nullable String about) {
      this(place, uri, label, title, mimeType, content, formatted, digest, shown, about, null);
    }
  }

  /**
   * An image or a sound of a tool, which is no resource.
   *
   * @param place where it stands in the conversation
   * @param mimeType its MIME type; null if the tool does not say
   * @param content its bytes
   * @param shown the line that says what it is, where a model cannot be given it
   */
  record Media(
      PartPlace place, @Nullable String mimeType, ResourceContent content, RenderedText shown)
      implements Deliverable {

    @Override
    public @Nullable RenderedText formatted() {
      return null;
    }

    @Override
    public @Nullable String uri() {
      return null;
    }

    @Override
    public @Nullable String about() {
      return null;
    }
  }

  /**
   * A line in the place of a resource: it refers to where the model has the content, or says that
   * it was left out or lost.
   *
   * @param place where it stands in the conversation
   * @param line the line, without its end
   * @param target where the content stands in full; null if it stands nowhere
   */
  record Reference(PartPlace place, String line, @Nullable PartPlace target)
      implements RenderedPart {

    /**
     * A line that refers to nothing.
     *
     * @param place where it stands in the conversation
     * @param line the line, without its end
     */
    public Reference(PartPlace place, String line) {
      this(place, line, null);
    }
  }

  /**
   * A notice of ours to the model.
   *
   * @param place where it stands in the conversation
   * @param line the line, without its end
   */
  record Notice(PartPlace place, String line) implements RenderedPart {}

  /**
   * A call of a tool.
   *
   * @param place where it stands in the conversation
   * @param id the call, by a name that no other of the conversation has
   * @param name the tool
   * @param arguments what it was called with, the text of a JSON object
   */
  record ToolCall(PartPlace place, String id, String name, String arguments)
      implements RenderedPart {
    /**
     * Takes what a model wrote in the form that all providers take.
     *
     * @param place where it stands in the conversation
     * @param id the call, which becomes a {@linkplain CallName#id legal id}
     * @param name the tool, which becomes a {@linkplain CallName#of legal name}
     * @param arguments what it was called with, which becomes {@linkplain CallArguments#text an
     *     object}
     */
    public ToolCall {
      id = CallName.id(id);
      name = CallName.of(name);
      arguments = CallArguments.text(arguments);
    }
  }

  /**
   * The result of a call.
   *
   * @param place where it stands in the conversation
   * @param id the call
   * @param name the tool
   * @param isError whether the tool says that it failed
   * @param content what it answered: texts, resources, media and references
   */
  record ToolResult(
      PartPlace place, String id, String name, boolean isError, List<RenderedPart> content)
      implements RenderedPart {
    /**
     * Takes a copy of the content, and the names as those of the call.
     *
     * @param place where it stands in the conversation
     * @param id the call
     * @param name the tool
     * @param isError whether the tool says that it failed
     * @param content what it answered: texts, resources, media and references
     */
    public ToolResult {
      id = CallName.id(id);
      name = CallName.of(name);
      content = List.copyOf(content);
    }
  }

  /**
   * A part of an answer as its provider wrote it, which goes back to that provider byte for byte
   * and to no other.
   *
   * @param place where it stands in the conversation
   * @param api the wire that it is of, such as {@code anthropic-messages}
   * @param raw the text of a JSON object
   * @param model the model that wrote it, by its provider's name; null if unknown
   */
  record Opaque(PartPlace place, String api, String raw, @Nullable String model)
      implements RenderedPart {

    /**
     * A part of an unknown model.
     *
     * @param place where it stands in the conversation
     * @param api the wire that it is of, such as {@code anthropic-messages}
     * @param raw the text of a JSON object
     */
    public Opaque(PartPlace place, String api, String raw) {
      this(place, api, raw, null);
    }
  }
}
