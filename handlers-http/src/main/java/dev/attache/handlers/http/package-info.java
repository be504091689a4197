/**
 * Resources of the web: what a GET of an http or https URL gives, with HTML also as Markdown for
 * models.
 *
 * <p>A reference becomes a {@link dev.attache.handlers.http.url.WebUrl}, and that, once its host
 * may be asked, a candidate. A {@link dev.attache.handlers.http.fetch.Fetch} of it gives an {@link
 * dev.attache.handlers.http.cache.Answer}, new or confirmed; a {@link
 * dev.attache.handlers.http.WebResource} makes a resource of that, and {@link
 * dev.attache.handlers.http.WebPage} has the engine make Markdown of its HTML.
 *
 * <p>The door is {@link dev.attache.handlers.http.HttpHandler}.
 */
@NullMarked
package dev.attache.handlers.http;

import org.jspecify.annotations.NullMarked;
