/**
 * A program that attaches resources to a conversation, which {@code docs/embedding.md} explains.
 */
@NullMarked
package dev.attache.examples.embed;

import org.jspecify.annotations.NullMarked;
