/**
 * The calling of tools: what there is, one call, and the questions that a tool asks on the way.
 *
 * <p>A {@link dev.attache.core.tool.ToolRegistry} finds a tool by its name. A {@link
 * dev.attache.core.tool.ToolCaller} calls it, asks its {@linkplain
 * dev.attache.core.tool.AnswerSource sources} for answers to what it asks, and calls it again with
 * them, until it asks no more (RFD 058).
 */
@NullMarked
package dev.attache.core.tool;

import org.jspecify.annotations.NullMarked;
