/**
 * Requests for models that run at home, as Ollama's own {@code /api/chat} takes them.
 *
 * <p>{@link dev.attache.models.ollama.OllamaProvider} is the door.
 *
 * <p>A message is one text and its images; what was several texts stands on lines of its own. There
 * are no documents, and how much a model can see at once is set by {@code options.num_ctx}, which
 * is the user's to give.
 *
 * <p>{@link dev.attache.models.ollama.OllamaConnector} sends a request and reads the answer, event
 * by event.
 */
@NullMarked
package dev.attache.models.ollama;

import org.jspecify.annotations.NullMarked;
