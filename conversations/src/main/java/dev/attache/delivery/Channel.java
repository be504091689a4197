package dev.attache.delivery;

import dev.attache.history.DeliveredResource;
import dev.attache.resource.Resource;

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
