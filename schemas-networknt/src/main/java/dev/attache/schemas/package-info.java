/**
 * The check of values against JSON Schemas, by the library of networknt.
 *
 * <p>{@link dev.attache.schemas.JsonSchemas} is the door: drafts 4 to 2020-12, nothing is ever
 * fetched, and size, depth and time are bounded, whatever the schema says.
 */
@NullMarked
package dev.attache.schemas;

import org.jspecify.annotations.NullMarked;
