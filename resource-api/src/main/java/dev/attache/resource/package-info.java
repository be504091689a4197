/**
 * The resource model: what a reference becomes once it has been read.
 *
 * <p>A {@link dev.attache.resource.Resource} is a canonical URI, a content (text or bytes, with its
 * SHA-256), a MIME type, annotations and a few display fields. Every type here can be made from
 * what MCP's {@code ResourceContents} provides alone; all else is optional. All types are immutable
 * and safe for use by several threads.
 */
@NullMarked
package dev.attache.resource;

import org.jspecify.annotations.NullMarked;
