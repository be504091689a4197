/**
 * The lines of a long text that a model is given at once, and how it asks for others.
 *
 * <p>The door: all of it.
 */
@NullMarked
package dev.attache.delivery.page;

import org.jspecify.annotations.NullMarked;
