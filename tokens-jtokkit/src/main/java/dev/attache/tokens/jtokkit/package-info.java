/**
 * Exact counts of tokens, by a library that takes time and memory to load.
 *
 * <p>The entrance is {@link dev.attache.tokens.jtokkit.O200k}.
 */
@NullMarked
package dev.attache.tokens.jtokkit;

import org.jspecify.annotations.NullMarked;
