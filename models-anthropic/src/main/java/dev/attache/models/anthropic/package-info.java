/**
 * Requests in the words of Anthropic's Messages API.
 *
 * <p>{@link dev.attache.models.anthropic.AnthropicProvider} reads the profiles beside it and writes
 * a request: its {@code AnthropicTools} and {@code AnthropicMessages} are decided when it is
 * rendered, and an {@code AnthropicBody} streams them. A resource is a {@code document} with its
 * label as title and its URI in the context, so that the model can name it in a call.
 *
 * <p>Bodies are legal under both versions of the API, 2023-06-01 and 2026-10-21: no document stands
 * in a message of the model, no text of the user has citations, and nothing is said about sampling
 * but by {@code extra}. The profiles name the older version, which the published schemas describe
 * and under which a user's {@code temperature} is legal; {@code version} of the profile is another.
 *
 * <p>{@link dev.attache.models.anthropic.AnthropicConnector} sends a request and reads the answer,
 * event by event.
 */
@NullMarked
package dev.attache.models.anthropic;

import org.jspecify.annotations.NullMarked;
