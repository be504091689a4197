package dev.attache.resource.convert;

/**
 * Something in a document that can be asked for on its own.
 *
 * @param selector what asks for it, as the fragment of a URI has it before it is encoded: {@code
 *     page=1-20}, {@code sheet=Q3}, {@code slide=1-12}, {@code image=2}
 * @param details what people are told of it in a few words: {@code 20 pages}, {@code 40 rows, 6
 *     columns, hidden}, {@code image/png, 20,480 bytes}; empty if there is nothing to tell
 */
public record DocumentPart(String selector, String details) {}
