/**
 * An example of a handler that expands: the entries of zip archives.
 *
 * <p>Its jar holds these classes, a services file and a manifest, and needs nothing but what the
 * JDK and {@code resource-api} have.
 */
@NullMarked
package dev.attache.examples.zip;

import org.jspecify.annotations.NullMarked;
