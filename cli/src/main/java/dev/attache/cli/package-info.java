/** The {@code attache} command. */
@NullMarked
package dev.attache.cli;

import org.jspecify.annotations.NullMarked;
