/**
 * The test kit for converters: what the author of a converter of documents extends to know that it
 * keeps its word.
 *
 * <p>Extend {@link dev.attache.resource.testkit.convert.ContentConverterContract}; what it tests is
 * in {@code docs/writing-a-converter.md}.
 */
@NullMarked
package dev.attache.resource.testkit.convert;

import org.jspecify.annotations.NullMarked;
