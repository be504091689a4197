/**
 * Books in EPUB.
 *
 * <p>{@link dev.attache.documents.book.EpubConverter} finds the pages of a book in their order, and
 * has each written as HTML is.
 */
@NullMarked
package dev.attache.documents.book;

import org.jspecify.annotations.NullMarked;
