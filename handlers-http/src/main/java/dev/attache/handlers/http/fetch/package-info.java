/**
 * One GET, from the URL to the last byte: redirects, guards, limits, and what is said when it
 * fails.
 *
 * <p>A {@link dev.attache.handlers.http.fetch.Fetch} follows redirects and judges each place on the
 * way. It has {@link dev.attache.handlers.http.fetch.Revalidation} ask, which sends what is known
 * to the server, has {@link dev.attache.handlers.http.cache.Validators} judge a 304, and reads what
 * comes, through one of the {@link dev.attache.handlers.http.fetch.Clients} of the {@link
 * dev.attache.handlers.http.fetch.HttpRun}. {@link dev.attache.handlers.http.fetch.NetworkGuard}
 * and {@link dev.attache.handlers.http.fetch.BoundedSocket} keep to public addresses; {@link
 * dev.attache.handlers.http.fetch.StatusRules} and {@link
 * dev.attache.handlers.http.fetch.FetchFailure} put failures into words.
 */
@NullMarked
package dev.attache.handlers.http.fetch;

import org.jspecify.annotations.NullMarked;
