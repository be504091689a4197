/**
 * Kept copies: answers of servers on disk, and what they can be recognised by.
 *
 * <p>An {@link dev.attache.handlers.http.cache.Answer} is looked up by its {@link
 * dev.attache.handlers.http.cache.CacheKey}; the {@link dev.attache.handlers.http.cache.HttpCache}
 * reads a {@link dev.attache.handlers.http.cache.CacheRecord} of it and gives its {@link
 * dev.attache.handlers.http.cache.Body}. {@link dev.attache.handlers.http.cache.Validators} (ETag,
 * weak or strong, and Last-Modified; RFC 9110, section 8.8) say what to ask the server, and whether
 * its answer is about what is kept. A new body goes through {@link
 * dev.attache.handlers.http.cache.BodySpooler}, which counts and digests it, into the files of the
 * cache; {@link dev.attache.handlers.http.cache.CacheTrim} makes room.
 */
@NullMarked
package dev.attache.handlers.http.cache;

import org.jspecify.annotations.NullMarked;
