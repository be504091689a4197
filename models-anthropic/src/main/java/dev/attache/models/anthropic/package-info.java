/**
 * Requests in the words of Anthropic's Messages API.
 *
 * <p>{@link dev.attache.models.anthropic.AnthropicProvider} reads the profiles beside it and writes
 * a request: its {@code AnthropicTools} and {@code AnthropicMessages} are decided when it is
 * rendered, and an {@code AnthropicBody} streams them. A resource is a {@code document} with its
 * label as title and its URI in the context, so that the model can name it in a call.
 *
 * <p>Bodies are legal under both versions of the API, 2023-06-01 and 2026-10-21: no document stands
 * in a message of the model, no citation in one of the user, and nothing is sampled but as {@code
 * extra} says. The profiles name the older one, because what the schemas are known of is that
 * version, and because fields of the user such as {@code temperature} are legal in it; another is
 * chosen by the profile's {@code version}.
 */
@NullMarked
package dev.attache.models.anthropic;

import org.jspecify.annotations.NullMarked;
