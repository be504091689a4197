/** The handler of what servers of the Model Context Protocol offer. */
@NullMarked
package dev.attache.handlers.mcp;

import org.jspecify.annotations.NullMarked;
