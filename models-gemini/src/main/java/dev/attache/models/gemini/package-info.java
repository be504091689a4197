/**
 * Requests for models of Gemini, as {@code generateContent} and {@code streamGenerateContent} take
 * them: {@link dev.attache.models.gemini.GeminiProvider}.
 *
 * <p>The model and whether the answer is streamed are in the URL and not in the body. Neighbours of
 * one role are one content. A part of an answer that came from Gemini goes back as it is; one that
 * is nothing but a {@code thoughtSignature} goes with the text or the call after it, which is where
 * Gemini gave it and wants it back.
 *
 * <p>{@link dev.attache.models.gemini.GeminiConnector} sends a request and reads the answer, event
 * by event.
 */
@NullMarked
package dev.attache.models.gemini;

import org.jspecify.annotations.NullMarked;
