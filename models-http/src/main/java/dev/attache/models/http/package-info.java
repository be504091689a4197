/**
 * Calls of models over HTTP, for providers of any wire.
 *
 * <p>A provider names a {@link dev.attache.models.http.ModelEndpoint} with its path, headers and
 * key, and gives it an {@link dev.attache.models.http.AnswerReader}, which makes {@link
 * dev.attache.models.http.AnswerEvents} of what comes, with {@link
 * dev.attache.models.http.WireJson}. All else is here: the guard of private networks, proxies, time
 * limits, another try, streams of server-sent events and of lines, and the words for what went
 * wrong ({@link dev.attache.models.http.ProviderError}). Nothing of it shows a key. {@link
 * dev.attache.models.http.KeptFields} makes the body of a count from that of a request.
 */
@NullMarked
package dev.attache.models.http;

import org.jspecify.annotations.NullMarked;
