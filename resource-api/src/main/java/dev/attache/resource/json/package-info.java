/**
 * Trees of JSON for what others print and for histories: one reader with one set of limits, one
 * writer, one treatment of half characters.
 *
 * <p>{@link dev.attache.resource.json.JsonTree} reads and writes values, {@link
 * dev.attache.resource.json.JsonLine} objects on one line, {@link
 * dev.attache.resource.json.Timestamps} moments, and {@link dev.attache.resource.json.JsonFault}
 * says what is wrong. For the modules of this project only.
 */
@NullMarked
package dev.attache.resource.json;

import org.jspecify.annotations.NullMarked;
