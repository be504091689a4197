/**
 * Requests and results as text: the forms that models and programs are fed, in which no content can
 * end its element.
 *
 * <p>Events come in order with a {@link dev.attache.delivery.form.RequestView}, which says how each
 * snapshot is shown. {@link dev.attache.delivery.form.PromptText} writes them as a {@link
 * dev.attache.delivery.form.PromptElement} each; {@link dev.attache.delivery.form.RequestJson}
 * writes one JSON object a line, and by way of {@link dev.attache.delivery.form.McpJson} what
 * clients of MCP show to their model: results of tools, and resources that are read.
 */
@NullMarked
package dev.attache.delivery.form;

import org.jspecify.annotations.NullMarked;
