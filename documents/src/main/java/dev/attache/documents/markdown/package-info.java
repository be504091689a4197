/**
 * The one writer of Markdown of all converters.
 *
 * <p>A {@link dev.attache.documents.markdown.DocumentDraft} is what a converter fills: blocks go to
 * its {@link dev.attache.documents.markdown.MarkdownWriter}, the text of each is put together by
 * {@link dev.attache.documents.markdown.InlineText}, and {@link
 * dev.attache.documents.markdown.HtmlBlocks} does both for a page of HTML.
 */
@NullMarked
package dev.attache.documents.markdown;

import org.jspecify.annotations.NullMarked;
