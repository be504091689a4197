package dev.attache.core.run;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.types.TypeDecision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of reading one stream to its end. */
public record Reading(
    ResourceContent content,
    TypeDecision type,
    List<String> notes,
    @Nullable ContentDigest bytesDigest) {

  /** A content whose bytes are as they came. */
  public Reading(ResourceContent content, TypeDecision type, List<String> notes) {
    this(content, type, notes, null);
  }
}
