/**
 * An example of a handler that has another one read for it: the texts of RFCs, which the handler of
 * {@code https} gets.
 */
@NullMarked
package dev.attache.examples.rfc;

import org.jspecify.annotations.NullMarked;
