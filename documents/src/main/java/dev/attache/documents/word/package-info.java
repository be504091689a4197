/**
 * Text documents of Word and in RTF.
 *
 * <p>{@link dev.attache.documents.word.WordConverter} tells by the first bytes which of the three
 * forms a document has. Each has a reader of its own, and all write their paragraphs, items and
 * tables as blocks of one kind.
 */
@NullMarked
package dev.attache.documents.word;

import org.jspecify.annotations.NullMarked;
