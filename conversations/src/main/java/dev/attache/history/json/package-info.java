/**
 * The lines of a history: events, summaries and the answers of tools as JSON.
 *
 * <p>{@link dev.attache.history.json.EventJson} writes an event on one line and reads one: of ours,
 * edited by people, or of earlier forms; contents stand there by their digest. {@link
 * dev.attache.history.json.SummaryJson} does the same for what stores derive, and {@link
 * dev.attache.resource.tool.ToolResponseJson} reads what tools print (RFD 058). All read trees
 * within one set of limits.
 */
@NullMarked
package dev.attache.history.json;

import org.jspecify.annotations.NullMarked;
