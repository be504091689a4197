/**
 * JSON as plain values of Java, read and written token by token: setting up data binding takes
 * longer than a short run does otherwise.
 *
 * <p>Bytes or text go through {@link dev.attache.support.json.PlainJson} into maps, lists and
 * scalars, within limits, or into an {@link dev.attache.support.json.UnreadableException}; what
 * others wrote is taken for what it should be by {@link dev.attache.support.json.LenientValues};
 * values go back through PlainJson, or onto one line each through {@link
 * dev.attache.support.json.JsonLines}, with every character as itself.
 *
 * <p>The door: these four.
 */
@NullMarked
package dev.attache.support.json;

import org.jspecify.annotations.NullMarked;
