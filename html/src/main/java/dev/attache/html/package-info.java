/**
 * HTML as Markdown: the content of a page without the furniture around it, and all of what books
 * and mails hold.
 *
 * <p>Two doors: {@link dev.attache.html.HtmlConverter} for pages, {@link
 * dev.attache.html.EnclosedHtml} for HTML in documents. {@link dev.attache.html.HtmlMarkdown} finds
 * the {@link dev.attache.html.MainContent} of a page, leaves out its {@link
 * dev.attache.html.PageNoise}, and builds a tree of {@link dev.attache.html.MarkdownBlocks} and
 * {@link dev.attache.html.MarkdownLine}s, in which all that could be read as Markdown is escaped.
 * {@link dev.attache.html.MarkdownConversion} writes the tree. A conversion that takes too long or
 * grows too much stops itself.
 */
@NullMarked
package dev.attache.html;

import org.jspecify.annotations.NullMarked;
