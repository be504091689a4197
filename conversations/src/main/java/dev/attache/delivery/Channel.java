package dev.attache.delivery;

import dev.attache.history.DeliveredResource;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;

/** The kinds of content that a model can be given. */
public enum Channel {
  /** Texts only; of a blob of which no text was made a line says what it is. */
  TEXT,
  /** Texts and blobs. */
  STRUCTURED,
  /**
   * What results of MCP have blocks for: texts, images and sounds. Of other blobs a line says it.
   */
  MCP;

  /** The documents that some models take themselves. */
  private static final String PDF = "application/pdf";

  /**
   * {@return whether a model can be given a resource: its content, or the form made of it for
   * models, which is a text}
   *
   * @param each a resource, by its content, its form and its MIME type
   */
  public boolean carries(DeliveredResource each) {
    Resource resource = each.resource();
    boolean isText = each.formatted() != null || resource.content().isText();
    return switch (this) {
      case TEXT -> isText;
      case STRUCTURED -> true;
      case MCP -> isText || isImage(resource) || isAudio(resource);
    };
  }

  /**
   * {@return how many bytes a model is given of a resource in full: those of its form, or of its
   * content where it has none or the model may take it as it is}
   *
   * @param each a resource, by its content, its form and its MIME type
   */
  long sizeOf(DeliveredResource each) {
    ResourceContent formatted = each.formatted();
    long size = each.resource().content().size();
    if (formatted == null) {
      return size;
    }
    boolean mayBeAsItIs = this == STRUCTURED && isOf(each.resource(), PDF);
    return mayBeAsItIs ? Math.max(size, formatted.size()) : formatted.size();
  }

  /**
   * {@return whether a resource is an image, by its MIME type}
   *
   * @param resource one without a MIME type is none
   */
  public static boolean isImage(Resource resource) {
    return isOf(resource, "image/");
  }

  /**
   * {@return whether a resource is a sound, by its MIME type}
   *
   * @param resource one without a MIME type is none
   */
  public static boolean isAudio(Resource resource) {
    return isOf(resource, "audio/");
  }

  private static boolean isOf(Resource resource, String topLevelType) {
    String type = resource.mimeType();
    return type != null && type.startsWith(topLevelType);
  }
}
