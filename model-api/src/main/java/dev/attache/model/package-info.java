/**
 * Requests for models: what a conversation comes to, before a provider writes it in its own words.
 *
 * <p>A {@link dev.attache.model.ModelRequest} has {@link dev.attache.model.RenderedMessage}s, each
 * of {@link dev.attache.model.RenderedPart}s, and the {@link dev.attache.model.ModelProfile} of the
 * model that is to take them. The {@link dev.attache.model.Ladder} decides, from that profile
 * alone, what each resource stands as; a {@link dev.attache.model.ModelProvider} writes the rest
 * with a {@link dev.attache.model.BodyWriter}. The same request gives the same bytes in every JVM,
 * and a request with more at its end begins with the same bytes.
 */
@NullMarked
package dev.attache.model;

import org.jspecify.annotations.NullMarked;
