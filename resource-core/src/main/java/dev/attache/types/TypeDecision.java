package dev.attache.types;

import org.jspecify.annotations.Nullable;

/**
 * The MIME type of a content and the reason for it: what was claimed, what the name says, what the
 * bytes say, and which of them won.
 *
 * <p>All types are lower case and canonical (no aliases); only {@code declared} is as it was given.
 * Immutable.
 *
 * @param declared what a server or a user said
 * @param byName what the file name or extension says
 * @param sniffed what the bytes say, if they had to be asked
 * @param chosen the type to use
 * @param why a short phrase such as {@code by extension} or {@code by magic}
 */
public record TypeDecision(
    @Nullable String declared,
    @Nullable String byName,
    @Nullable String sniffed,
    String chosen,
    String why) {

  TypeDecision withDeclared(String type) {
    return new TypeDecision(type, byName, sniffed, chosen, why);
  }

  TypeDecision choosing(String type, String reason) {
    return new TypeDecision(declared, byName, sniffed, type, reason);
  }
}
