/**
 * Pages as Markdown: the content of a page without the furniture around it.
 *
 * <p>{@link dev.attache.handlers.http.markdown.HtmlMarkdown} finds the {@link
 * dev.attache.handlers.http.markdown.MainContent} of a page, leaves out its {@link
 * dev.attache.handlers.http.markdown.PageNoise}, and builds a tree of {@link
 * dev.attache.handlers.http.markdown.MarkdownBlocks} and {@link
 * dev.attache.handlers.http.markdown.MarkdownLine}s, in which all that could be read as Markdown is
 * escaped. {@link dev.attache.handlers.http.markdown.MarkdownConversion} writes the tree. A
 * conversion that takes too long or grows too much stops itself.
 */
@NullMarked
package dev.attache.handlers.http.markdown;

import org.jspecify.annotations.NullMarked;
