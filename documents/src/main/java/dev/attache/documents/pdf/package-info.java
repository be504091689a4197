/**
 * PDF, read from where its letters stand.
 *
 * <p>{@link dev.attache.documents.pdf.PdfConverter} opens a document; each page becomes signs and
 * rules, these become pieces of lines and tables, those become columns and paragraphs; and when all
 * pages are read, it shows which of them are headings.
 */
@NullMarked
package dev.attache.documents.pdf;

import org.jspecify.annotations.NullMarked;
