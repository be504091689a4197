/**
 * Files, directories and globs: what a file reference names, and what the ignore rules leave out.
 */
@NullMarked
package dev.attache.handlers.file;

import org.jspecify.annotations.NullMarked;
