package dev.attache.core.run;

import dev.attache.core.index.KnownReading;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.types.TypeDecision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading one stream to its end, or of knowing what that would give.
 *
 * @param bytesDigest that of the bytes as they came; null if the content is made of the same ones
 * @param version the version of the bytes that surely gave this; null if there is none
 * @param known what is known of the content, if it was not read; null if it was
 */
public record Reading(
    ResourceContent content,
    TypeDecision type,
    List<String> notes,
    @Nullable ContentDigest bytesDigest,
    @Nullable String version,
    @Nullable KnownReading known) {

  /** A content of which nothing is known beforehand. */
  Reading(
      ResourceContent content,
      TypeDecision type,
      List<String> notes,
      @Nullable ContentDigest bytesDigest) {
    this(content, type, notes, bytesDigest, null, null);
  }

  /** A content whose bytes are as they came. */
  Reading(ResourceContent content, TypeDecision type, List<String> notes) {
    this(content, type, notes, null);
  }

  /** What would have been read. */
  static Reading of(KnownReading known, ResourceContent content) {
    return new Reading(content, known.type(), known.notes(), known.bytesDigest(), null, known);
  }

  /** The same, of a version of the bytes. */
  Reading in(String itsVersion) {
    return new Reading(content, type, notes, bytesDigest, itsVersion, null);
  }
}
