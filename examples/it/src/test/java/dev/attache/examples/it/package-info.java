/** The jars of the examples in the folder of an installed {@code attache}. */
@NullMarked
package dev.attache.examples.it;

import org.jspecify.annotations.NullMarked;
