/**
 * Converters of documents to Markdown, for the process that has nothing else to lose.
 *
 * <p>{@link dev.attache.documents.DocumentConverters} names them; {@code ServiceLoader} finds the
 * same. Each kind of document has a room of its own. All of them fill one draft, so that a table or
 * a heading is written in one way, whatever it comes from. What a document says about itself is
 * never trusted: not its type, nor its sizes, nor its depth.
 */
@NullMarked
package dev.attache.documents;

import org.jspecify.annotations.NullMarked;
