/**
 * Providers of models that speak one of the wires of OpenAI: Responses, Chat Completions as OpenAI
 * and as compatible servers take them, and the Chat of OpenRouter.
 *
 * <p>A {@link dev.attache.models.openai.ResponsesBody} or a {@link
 * dev.attache.models.openai.ChatBody} goes through the messages of a request once and keeps what
 * has to be written: {@link dev.attache.models.openai.ContentPiece}s, each a text or a block, in
 * items of an {@link dev.attache.models.openai.OpenAiBody}. Nothing is read before the body is.
 * What differs between the servers of one wire stands in their profiles, as data.
 *
 * <p>The doors are {@link dev.attache.models.openai.OpenAiResponses}, {@link
 * dev.attache.models.openai.OpenAiChat}, {@link dev.attache.models.openai.OpenAiCompatible} and
 * {@link dev.attache.models.openai.OpenRouter}.
 *
 * <p>A {@link dev.attache.models.openai.ResponsesConnector} or a {@link
 * dev.attache.models.openai.ChatConnector} sends a request and reads the answer, event by event.
 */
@NullMarked
package dev.attache.models.openai;

import org.jspecify.annotations.NullMarked;
