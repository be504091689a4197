package dev.attache.model;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The MIME types that a model takes as blocks of their own in one position. Immutable.
 *
 * @param images those of images
 * @param documents those of documents
 * @param audio those of sounds
 */
public record MediaTypes(Set<String> images, Set<String> documents, Set<String> audio) {

  /** Nothing but texts. */
  public static final MediaTypes NONE = new MediaTypes(Set.of(), Set.of(), Set.of());

  /**
   * Takes ordered copies.
   *
   * @param images those of images
   * @param documents those of documents
   * @param audio those of sounds
   */
  public MediaTypes {
    images = ordered(images);
    documents = ordered(documents);
    audio = ordered(audio);
  }

  /**
   * {@return whether a type is among them}
   *
   * @param mimeType in lower case, without parameters
   */
  public boolean has(String mimeType) {
    return images.contains(mimeType) || documents.contains(mimeType) || audio.contains(mimeType);
  }

  private static Set<String> ordered(Set<String> types) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(types));
  }
}
