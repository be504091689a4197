/** What commands print: exact, bounded, and without a shell. */
@NullMarked
package dev.attache.handlers.cmd;

import org.jspecify.annotations.NullMarked;
