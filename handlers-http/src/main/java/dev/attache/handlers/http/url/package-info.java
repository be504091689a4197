/**
 * Web URLs as WHATWG's standard reads them, in one spelling each.
 *
 * <p>A text goes through {@link dev.attache.handlers.http.url.WebUrlParser}, which takes it apart
 * and, where a model wrote it, refuses what two readers may read as two URLs, with {@link
 * dev.attache.handlers.http.url.WebHost} for its host and {@link
 * dev.attache.handlers.http.url.PercentPass} for its escapes, into a {@link
 * dev.attache.handlers.http.url.WebUrl}. {@link dev.attache.handlers.http.KnownUrls} keeps what a
 * run has parsed.
 */
@NullMarked
package dev.attache.handlers.http.url;

import org.jspecify.annotations.NullMarked;
