/** Benchmarks of what only its own package can see. */
@NullMarked
package dev.attache.handlers.file.ignore;

import org.jspecify.annotations.NullMarked;
