/**
 * What a content is: its MIME type with the reason for it, and the language of its Markdown fence.
 *
 * <p>A {@link dev.attache.types.TypeDetector} asks what is declared, what the name says and what
 * the bytes say, and makes a {@link dev.attache.types.TypeDecision} of it. Detection is Apache
 * Tika's, from tables that the build generates out of tika-core's own database, with Attaché's
 * types of source code laid over them; Tika itself is never loaded at run time.
 */
@NullMarked
package dev.attache.types;

import org.jspecify.annotations.NullMarked;
