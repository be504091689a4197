/**
 * JSON without trees of objects that nobody asked for.
 *
 * <p>Values of Java go through {@link dev.attache.support.json.JsonLines} onto one line of text,
 * with every character as itself and halves of characters as escapes.
 */
@NullMarked
package dev.attache.support.json;

import org.jspecify.annotations.NullMarked;
