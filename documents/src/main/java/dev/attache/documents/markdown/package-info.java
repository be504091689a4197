/**
 * The one writer of Markdown of all converters.
 *
 * <p>A {@link dev.attache.documents.markdown.DocumentDraft} is what a converter fills: blocks go to
 * its {@link dev.attache.documents.markdown.MarkdownWriter}, the text of each is put together by
 * {@link dev.attache.documents.markdown.InlineText}. HTML in a document becomes blocks elsewhere,
 * in the way of web pages.
 */
@NullMarked
package dev.attache.documents.markdown;

import org.jspecify.annotations.NullMarked;
