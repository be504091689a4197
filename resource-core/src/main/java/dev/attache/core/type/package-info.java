/**
 * What a content is: its MIME type with the reason for it, text or blob, its charset, and the
 * language of its Markdown fence.
 *
 * <p>Detection is Apache Tika's, from tables that the build generates out of tika-core's own
 * database, with Attaché's types of source code laid over them; Tika itself is never loaded at run
 * time.
 */
@NullMarked
package dev.attache.core.type;

import org.jspecify.annotations.NullMarked;
